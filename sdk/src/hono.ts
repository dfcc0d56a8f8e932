import type { Context, MiddlewareHandler } from 'hono';
import { type CreateGate, gatesOf, headersOf } from './gate.ts';

export type { Gate, GateOptions, GateProblem } from './gate.ts';

/** Middleware for Hono: `app.get('/schedule', gate.require('scheduling'), …)`. */
export const createGate: CreateGate<Context, MiddlewareHandler> = gatesOf(
  (check) => async (context, next) => {
    const problem = await check(context);
    if (problem === undefined) return next();
    return context.body(JSON.stringify(problem), problem.status, headersOf(problem));
  },
);
