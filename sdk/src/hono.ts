import type { Context, Handler, MiddlewareHandler } from 'hono';
import { type CreateGate, gatesOf } from './gate.ts';
import { headersOf } from './gate-problem.ts';
import type { Tessera } from './types.ts';

export type { Gate, GateOptions, GateUser, RouteOptions } from './gate.ts';
export type { GateProblem } from './gate-problem.ts';

/** Middleware for Hono: `app.get('/schedule', gate.require('scheduling'), …)`. */
export const createGate: CreateGate<Context, MiddlewareHandler> = gatesOf(
  (check) => async (context, next) => {
    const problem = await check(context, context.req.method);
    if (problem === undefined) return next();
    return context.body(JSON.stringify(problem), problem.status, headersOf(problem));
  },
);

/**
 * A handler for Hono that verifies a webhook and revalidates the tenant's entitlement:
 * `app.post('/webhooks', createWebhook(tessera, secret))`.
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
