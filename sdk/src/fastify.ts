import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type CreateGate, gatesOf } from './gate.ts';
import { type GateProblem, headersOf } from './gate-problem.ts';
import { onResponse } from './node-response.ts';
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
 * // Over the limit the response is 429 `metering.limit_reached`.
 * app.post('/calls', { preHandler: gate.meter('api-calls', 1) }, async () => ({ called: true }));
 * ```
 */
export const createGate: CreateGate<FastifyRequest, GateHook> = gatesOf({
  ofCheck: (check) => async (request, reply) => {
    const problem = await check(request, request.method);
    return problem && refuse(reply, problem);
  },
  ofMeter: (meter) => async (request, reply) => {
    const found = await meter(request);
    if (typeof found !== 'function') return refuse(reply, found);
    onResponse(reply.raw, found);
    return undefined;
  },
});

function refuse(reply: FastifyReply, problem: GateProblem): FastifyReply {
  return reply.code(problem.status).headers(headersOf(problem)).send(JSON.stringify(problem));
}

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
