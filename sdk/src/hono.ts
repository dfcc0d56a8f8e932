import type { Context, MiddlewareHandler } from 'hono';
import { type CreateGate, gatesOf } from './gate.ts';
import { headersOf } from './gate-problem.ts';

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
