import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { shareComponents } from '../documents/shared-components.ts';
import type { Access } from './access.ts';

const description = `
The API of the portal: members, API clients and their credentials, the catalogue, subscriptions, usage, webhooks and the
audit log. People call it **in a session** (the cookie \`tessera_session\`, over https \`__Host-tessera_session\`), which
begins at \`/api/admin/v1/sign-in\`; every change then needs the header \`X-Tessera-Request: 1\`. Programs call it **as a
service account**, with \`Authorization: Bearer tsa_…\`.

An editable resource has an \`ETag\`; an edit sends it as
\`If-Match\`. Lists are paged: send \`next\` as \`after\`. \`x-access\` is the required permission: public, a session, a
service account, or a permission of the caller's role. Errors are problem documents, explained on the
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
      security: [{ session: [] }, { serviceAccountKey: [] }],
      tags: [
        { name: 'Session', description: 'Sign-in, sign-out and the signed-in person.' },
        { name: 'Overview', description: 'Figures of a workspace, and search.' },
        { name: 'Members', description: 'The members of a workspace and their roles.' },
        { name: 'Service accounts', description: 'Programs that call this API, and their keys.' },
        { name: 'Settings', description: 'The settings of a workspace.' },
        {
          name: 'Catalogue',
          description: 'Products, editions, plans, categories and marketplace mappings.',
        },
        { name: 'Customers', description: 'Organisations, tenants and their members.' },
        { name: 'Subscriptions', description: 'The subscriptions of tenants, with seats and history.' },
        {
          name: 'Marketplace',
          description: 'Connections to marketplaces and identity providers, and marketplace notifications.',
        },
        { name: 'Usage', description: 'Usage reports to the marketplace.' },
        {
          name: 'Licence files',
          description:
            'Signed entitlements for installations that cannot reach the service, and their usage.',
        },
        { name: 'Inbox', description: 'Notices for the support of a workspace.' },
        { name: 'Audit log', description: 'Changes by members, service accounts and commands.' },
        {
          name: 'API clients',
          description: 'Applications that call the API, and their credentials.',
        },
        {
          name: 'Webhooks',
          description: 'Endpoints for events, and their deliveries.',
        },
      ],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'tessera_session' },
          serviceAccountKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key of a service account, `tsa_…`.',
          },
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
