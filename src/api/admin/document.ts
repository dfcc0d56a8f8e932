import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { shareComponents } from '../documents/shared-components.ts';
import type { Access } from './access.ts';

const description = `
What the portal is made of: members, API clients and their credentials, the audit log, and the rest of what people
administer. Calls are made **in a session** (the cookie \`tessera_session\`, over https \`__Host-tessera_session\`), which begins at \`/api/admin/v1/sign-in\`.

Whatever changes something needs the header \`X-Tessera-Request: 1\`. What can be edited has an \`ETag\`; an edit says with
\`If-Match\` what it is based on. Lists come in pages: send \`next\` back as \`after\`. \`x-access\` says who may call: anybody
in a session, or members whose role has the permission. Errors are problem documents, explained on the
[error page](/errors).
`;

export interface AdminDocument {
  adminDocument(): object;
}

/** The OpenAPI document of every route that is registered after it. */
export async function describeAdminApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    decorator: 'adminDocument' as 'swagger',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tessera administration',
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      security: [{ session: [] }],
      tags: [
        { name: 'Session', description: 'Signing in and out, and who one is.' },
        { name: 'Overview', description: 'How a workspace fares, and where things are found.' },
        { name: 'Members', description: 'Who works in a workspace, and in which role.' },
        { name: 'Settings', description: 'What holds for a whole workspace.' },
        {
          name: 'Catalogue',
          description: 'Products, editions, plans, categories, and which plan is sold under which name.',
        },
        { name: 'Customers', description: 'Tenants, whose they are, and who is in them.' },
        { name: 'Subscriptions', description: 'What tenants have bought, and where that stands.' },
        {
          name: 'Marketplace',
          description: 'How the workspace is joined to the marketplace, and what came over that.',
        },
        { name: 'Usage', description: 'What the marketplace is told of usage.' },
        { name: 'Inbox', description: 'What needs a person.' },
        { name: 'Audit log', description: 'Who changed what, when, from where.' },
        {
          name: 'API clients',
          description: 'Applications that call the API, and what they prove themselves with.',
        },
        {
          name: 'Webhooks',
          description: 'Endpoints that are told of events, and what became of each delivery.',
        },
      ],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'tessera_session' },
        },
      },
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
    transform: ({ schema, url, route }) => ({
      schema: {
        ...schema,
        'x-access': (route.config as { access?: Access } | undefined)?.access,
      } as FastifySchema,
      url,
    }),
    transformObject: shareComponents,
  });
}
