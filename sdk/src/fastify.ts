import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type CreateGate, gatesOf } from './gate.ts';
import { headersOf } from './gate-problem.ts';
import type { Tessera } from './types.ts';
import { webhookRequest } from './webhooks/node-webhook.ts';

export type { Gate, GateOptions, GateUser, RouteOptions } from './gate.ts';
export type { GateProblem } from './gate-problem.ts';

/**
 * A hook of a gate, for `preHandler` or `onRequest`.
 *
 * @example
 * ```ts
 * import { createGate, type GateHook } from '@tessera/client/fastify';
 *
 * const gate = createGate(tessera, { tenant: (request) => request.headers['x-tenant-id']?.toString() });
 * export const mayAudit: GateHook = gate.require('audit-trail');
 * ```
 */
export type GateHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Hooks for Fastify.
 *
 * @example
 * ```ts
 * import { createGate } from '@tessera/client/fastify';
 * import fastify from 'fastify';
 *
 * const app = fastify();
 * const gate = createGate(tessera, { tenant: (request) => request.headers['x-tenant-id']?.toString() });
 * // Without the capability the response is 402 `capability_missing`.
 * app.post('/schedules', { preHandler: gate.require('scheduling') }, async () => ({ scheduled: true }));
 * ```
 */
export const createGate: CreateGate<FastifyRequest, GateHook> = gatesOf((check) => async (request, reply) => {
  const problem = await check(request, request.method);
  if (problem === undefined) return undefined;
  return reply.code(problem.status).headers(headersOf(problem)).send(JSON.stringify(problem));
});

/**
 * A plugin for Fastify with a route that verifies a webhook and revalidates the tenant's entitlement. It responds with 204, or
 * with 400 or 401 and the reason. Bodies of other routes are parsed as before.
 *
 * @example
 * ```ts
 * import { createWebhook } from '@tessera/client/fastify';
 * import fastify from 'fastify';
 *
 * const app = fastify();
 * app.register(createWebhook(tessera, process.env.WEBHOOK_SECRET ?? ''), { prefix: '/webhooks' });
 * ```
 */
export function createWebhook(
  tessera: Pick<Tessera, 'webhook'>,
  secrets: string | readonly string[],
): FastifyPluginAsync {
  const handle = tessera.webhook(secrets);
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    app.post('/', async ({ headers, body }, reply) => {
      const answer = await handle(webhookRequest(headers, (body ?? new Uint8Array()) as Uint8Array));
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send(await answer.text());
    });
  };
}
