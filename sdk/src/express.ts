import type { Request, RequestHandler, Response } from 'express';
import { TesseraConfigurationError } from './errors.ts';
import { type CreateGate, gatesOf } from './gate.ts';
import { type GateProblem, headersOf } from './gate-problem.ts';
import { onResponse } from './node-response.ts';
import type { Tessera } from './types.ts';
import { webhookRequest } from './webhooks/node-webhook.ts';

export type { Gate, GateOptions, GateUser, RouteOptions } from './gate.ts';
export type { GateProblem } from './gate-problem.ts';

/**
 * Middleware for Express.
 *
 * @example
 * ```ts
 * import { createGate } from '@tessera/client/express';
 * import express from 'express';
 *
 * const app = express();
 * const gate = createGate(tessera, {
 *   tenant: (request) => request.get('x-tenant-id'),
 *   user: (request) => ({ userObjectId: request.get('x-user-id') }),
 * });
 * // Without the capability the response is 402 `capability_missing`.
 * app.post('/schedules', gate.require('scheduling'), (_request, response) => void response.sendStatus(201));
 * // Without a seat the response is 403 `seat_missing`.
 * app.get('/reports', gate.requireSeat(), (_request, response) => void response.json([]));
 * // Over the limit the response is 429 `metering.limit_reached`.
 * app.post('/calls', gate.meter('api-calls', 1), (_request, response) => void response.sendStatus(201));
 * ```
 */
export const createGate: CreateGate<Request, RequestHandler> = gatesOf({
  ofCheck: (check) => (request, response, next) => {
    check(request, request.method).then((problem) => {
      if (problem === undefined) next();
      else refuse(response, problem);
    }, next);
  },
  ofMeter: (meter) => (request, response, next) => {
    meter(request).then((found) => {
      if (typeof found !== 'function') return refuse(response, found);
      onResponse(response, found);
      next();
    }, next);
  },
});

function refuse(response: Response, problem: GateProblem): void {
  response.status(problem.status).set(headersOf(problem)).send(JSON.stringify(problem));
}

/**
 * A handler for Express that verifies a webhook and revalidates the tenant's entitlement. Put it before `express.json()`, or
 * after `express.raw()`. It responds with 204, or with 400 or 401 and the reason.
 *
 * @example
 * ```ts
 * import { createWebhook } from '@tessera/client/express';
 * import express from 'express';
 *
 * const app = express();
 * app.post('/webhooks', createWebhook(tessera, process.env.WEBHOOK_SECRET ?? ''));
 * app.use(express.json());
 * ```
 */
export function createWebhook(
  tessera: Pick<Tessera, 'webhook'>,
  secrets: string | readonly string[],
): RequestHandler {
  const handle = tessera.webhook(secrets);
  return (request, response, next) => {
    const answer = async () => handle(webhookRequest(request.headers, rawBody(request)));
    answer()
      .then(async (answered) => {
        const { status, headers } = answered;
        response
          .status(status)
          .set(Object.fromEntries(headers))
          .send(await answered.text());
      })
      .catch(next);
  };
}

function rawBody(request: Request): Uint8Array | AsyncIterable<Uint8Array> {
  if (request.body instanceof Uint8Array) return request.body;
  if (!request.readableDidRead) return request;
  throw new TesseraConfigurationError(
    'The body of a webhook was parsed before it was verified: put the route before express.json().',
  );
}
