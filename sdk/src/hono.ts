import type { Context, MiddlewareHandler } from 'hono';
import { createGateOf, type Gate, type GateOptions, headersOf } from './gate.ts';
import type { NamesOf, Tessera } from './types.ts';

export type { Gate, GateOptions, GateProblem } from './gate.ts';

/** Middleware for Hono: `app.get('/schedule', gate.require('scheduling'), …)`. */
export function createGate<C extends object, P extends keyof C & string>(
  tessera: Tessera<C, P>,
  options: GateOptions<Context, P>,
): Gate<NamesOf<C, P, 'capabilities'>, MiddlewareHandler> {
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
