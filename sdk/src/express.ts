import type { Request, RequestHandler } from 'express';
import { createGateOf, type Gate, type GateOptions, headersOf } from './gate.ts';
import type { NamesOf, Tessera } from './types.ts';

export type { Gate, GateOptions, GateProblem } from './gate.ts';

/** Middleware for Express: `app.get('/schedule', gate.require('scheduling'), …)`. */
export function createGate<C extends object, P extends keyof C & string>(
  tessera: Tessera<C, P>,
  options: GateOptions<Request, P>,
): Gate<NamesOf<C, P, 'capabilities'>, RequestHandler> {
  return createGateOf(
    tessera,
    options,
    (check): RequestHandler =>
      (request, response, next) => {
        check(request).then((problem) => {
          if (problem === undefined) next();
          else response.status(problem.status).set(headersOf(problem)).send(JSON.stringify(problem));
        }, next);
      },
  );
}
