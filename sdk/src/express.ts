import type { Request, RequestHandler } from 'express';
import { type CreateGate, gatesOf } from './gate.ts';
import { headersOf } from './gate-problem.ts';

export type { Gate, GateOptions, GateUser, RouteOptions } from './gate.ts';
export type { GateProblem } from './gate-problem.ts';

/** Middleware for Express: `app.get('/schedule', gate.require('scheduling'), …)`. */
export const createGate: CreateGate<Request, RequestHandler> = gatesOf(
  (check) => (request, response, next) => {
    check(request, request.method).then((problem) => {
      if (problem === undefined) next();
      else response.status(problem.status).set(headersOf(problem)).send(JSON.stringify(problem));
    }, next);
  },
);
