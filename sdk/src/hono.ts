import type { Context, Handler, MiddlewareHandler } from 'hono';
import { type CreateGate, gatesOf } from './gate.ts';
import { type GateProblem, headersOf } from './gate-problem.ts';
import type { Tessera } from './types.ts';

export type { Gate, GateOptions, GateUser, RouteOptions } from './gate.ts';
export type { GateProblem } from './gate-problem.ts';

/**
 * Middleware for Hono.
 *
 * @example
 * ```ts
 * import { createGate } from '@tessera/client/hono';
 * import { Hono } from 'hono';
 *
 * const app = new Hono();
 * const gate = createGate(tessera, { tenant: (context) => context.req.header('x-tenant-id') });
 * // Without the capability the response is 402 `capability_missing`.
 * app.post('/schedules', gate.require('scheduling'), (context) => context.json({ scheduled: true }));
 * // Over the limit the response is 429 `metering.limit_reached`.
 * app.post('/calls', gate.meter('api-calls', 1), (context) => context.json({ called: true }));
 * ```
 */
export const createGate: CreateGate<Context, MiddlewareHandler> = gatesOf({
  ofCheck: (check) => async (context, next) => {
    const problem = await check(context, context.req.method);
    return problem === undefined ? next() : refuse(context, problem);
  },
  ofMeter: (meter) => async (context, next) => {
    const found = await meter(context);
    if (typeof found !== 'function') return refuse(context, found);
    let status = 0;
    try {
      await next();
      status = context.res.status;
    } finally {
      // Before the response, after which a worker may be stopped.
      await found(status);
    }
    return undefined;
  },
});

function refuse(context: Context, problem: GateProblem): Response {
  return context.body(JSON.stringify(problem), problem.status, headersOf(problem));
}

/**
 * A handler for Hono that verifies a webhook and revalidates the tenant's entitlement. It responds with 204, or with 400 or 401
 * and the reason.
 *
 * @example
 * ```ts
 * import { createWebhook } from '@tessera/client/hono';
 * import { Hono } from 'hono';
 *
 * const app = new Hono();
 * app.post('/webhooks', createWebhook(tessera, process.env.WEBHOOK_SECRET ?? ''));
 * ```
 */
export function createWebhook(
  tessera: Pick<Tessera, 'webhook'>,
  secrets: string | readonly string[],
): Handler {
  const handle = tessera.webhook(secrets);
  return async ({ req }) => {
    if (!req.raw.bodyUsed) return handle(req.raw);
    // Other middleware has read the body, and Hono has its bytes.
    const { url, method, headers } = req.raw;
    return handle(new Request(url, { method, headers, body: await req.arrayBuffer() }));
  };
}
