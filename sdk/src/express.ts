import type { Request, RequestHandler } from 'express';
import { type CreateGate, gatesOf, headersOf } from './gate.ts';

export type { Gate, GateOptions, GateProblem } from './gate.ts';

/** Middleware for Express: `app.get('/schedule', gate.require('scheduling'), …)`. */
export const createGate: CreateGate<Request, RequestHandler> = gatesOf(
  (check) => (request, response, next) => {
    check(request).then((problem) => {
      if (problem === undefined) next();
      else response.status(problem.status).set(headersOf(problem)).send(JSON.stringify(problem));
    }, next);
  },
);
