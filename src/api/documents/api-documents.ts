import { randomBytes } from 'node:crypto';
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { compressResponses } from '../http/compress-responses.ts';
import { guidesPath } from './guide-routes.ts';
import { shareComponents } from './shared-components.ts';
import { webhookEvents } from './webhook-events.ts';

export const adminApiPath = '/api/admin/v1';

const description = `
Entitlements of tenants, eligibility of users, the catalogue, and metered usage.

Every request is made as an API client and has **either** a bearer token from the identity provider **or** an API
key. Errors are problem documents with a stable \`code\`; each has an entry on the [error page](/errors). Responses may
gain members; none is removed. A body has at most 1 MiB, decompressed, and counts as one request of the rate limit for
every 64 KiB begun.
`;

/** Documents every route registered after it, from the schemas that validate. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tessera',
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      security: [{ bearerToken: [] }, { apiKey: [] }],
      tags: [
        { name: 'Entitlements', description: 'The entitlements of tenants and the eligibility of users.' },
        { name: 'Catalogue', description: 'Products with their editions, plans and marketplace mappings.' },
        { name: 'Metered usage', description: 'Usage of custom meters, sent to the marketplace once.' },
        { name: 'Client credentials', description: 'Verification of an application credential.' },
        {
          name: 'Webhook events',
          description: 'Events for your endpoints, signed as Standard Webhooks specifies.',
        },
        { name: 'Marketplace', description: 'For the marketplace only.' },
        { name: 'Operations', description: 'For operators of the service.' },
      ],
      // TypeBox schemas are JSON Schema with their own types.
      webhooks: webhookEvents() as never,
      components: {
        securitySchemes: {
          bearerToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'An OAuth 2.0 client-credentials token of the identity provider for `api://{apiAppId}/.default`, ' +
              'with the app role of the operation.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: 'For applications that cannot use the identity provider.',
          },
          eventSecret: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Tessera-Event-Secret',
            description: "The event secret of a marketplace connection; for the seller's event rule only.",
          },
        },
      },
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
    // The admin API has its own document.
    transform: ({ schema, url }) => ({
      schema: url.startsWith(`${adminApiPath}/`)
        ? { ...schema, hide: true }
        : { ...schema, ...withDocumentedRule(schema?.body) },
      url,
    }),
    transformObject: shareComponents,
  });
}

/** A documented rule that the route checks itself, with a clearer error than the validator's. */
function withDocumentedRule(body: unknown): { body?: object } {
  if (typeof body !== 'object' || body === null || !('documentedRule' in body)) return {};
  const { documentedRule, ...schema } = body;
  return { body: { ...schema, ...(documentedRule as object) } };
}

/** `/openapi.json` and the reference page `/docs`, which loads nothing from other hosts. */
export async function documentRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (document) => {
    compressResponses(document);
    const send = documentText(() => ({
      ...withAddresses(app.swagger(), app.publicUrl),
      externalDocs: { description: 'Guides', url: `${app.publicUrl}${guidesPath}/` },
    }));
    document.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => send(reply));
  });

  await app.register(async (page) => {
    page.addHook('onSend', async (request, reply, payload) => {
      const nonce = randomBytes(16).toString('base64');
      reply.header('content-security-policy', docsContentSecurityPolicy(nonce));
      if (request.url.endsWith('.js')) reply.header('cache-control', 'public, max-age=86400');
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      return isPage && typeof payload === 'string'
        ? payload.replaceAll(/<script(?=[\s>])/g, `<script nonce="${nonce}"`)
        : payload;
    });
    // After the hook above, which changes the page.
    compressResponses(page);
    await page.register(scalar, {
      routePrefix: '/docs',
      // The library's own redirect does not know the path of `PUBLIC_URL`.
      hooks: {
        onRequest: (request, reply, done) => {
          if (request.routeOptions.url === '/docs') reply.redirect(`${app.publicUrl}/docs/`);
          else done();
        },
      },
      configuration: {
        // Relative, so that any path of `PUBLIC_URL` works.
        sources: [
          { title: 'API', url: '../openapi.json' },
          { title: 'Administration', url: `..${adminApiPath}/openapi.json` },
        ],
        pageTitle: 'API · Tessera',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
      },
    });
  });
}

/** The reference page needs one inline script, with the nonce, and inline styles. */
function docsContentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sends a constant document, serialised once: it is large, and everybody may ask for it. */
export function documentText(make: () => object) {
  let text: string | undefined;
  return (reply: FastifyReply): FastifyReply => {
    text ??= JSON.stringify(make());
    return reply.type('application/json; charset=utf-8').send(text);
  };
}

interface Described {
  readonly info?: { readonly description?: string };
}

/** The OpenAPI document with the address of this service: its server, and the links of its description. */
export function withAddresses<Document extends object>(document: Document, publicUrl: string) {
  const { info } = document as Described;
  return {
    ...document,
    info: { ...info, description: info?.description?.replaceAll('](/', `](${publicUrl}/`) },
    servers: [{ url: publicUrl }],
  };
}
