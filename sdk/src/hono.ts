import type { Context, MiddlewareHandler } from 'hono';
import {
  type CapabilityOf,
  createGateOf,
  type Gate,
  type GateOptions,
  headersOf,
  type ProductOf,
} from './gate.ts';
import type { AnyTessera } from './types.ts';

export type { Gate, GateOptions, GateProblem } from './gate.ts';

/** Middleware for Hono: `app.get('/schedule', gate.require('scheduling'), …)`. */
export function createGate<Client extends AnyTessera>(
  tessera: Client,
  options: GateOptions<Context, ProductOf<Client>>,
): Gate<CapabilityOf<Client>, MiddlewareHandler> {
  return createGateOf(
    tessera,
    options,
    (check): MiddlewareHandler =>
      async (context, next) => {
        const problem = await check(context);
        if (problem === undefined) return next();
        return context.body(JSON.stringify(problem), problem.status, headersOf(problem));
      },
  );
}
