import type { Request, RequestHandler } from 'express';
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

/** Middleware for Express: `app.get('/schedule', gate.require('scheduling'), …)`. */
export function createGate<Client extends AnyTessera>(
  tessera: Client,
  options: GateOptions<Request, ProductOf<Client>>,
): Gate<CapabilityOf<Client>, RequestHandler> {
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
