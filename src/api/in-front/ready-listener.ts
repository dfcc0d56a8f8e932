import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../operations/metrics.ts';

export interface InFrontOptions {
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly requestId: (request: IncomingMessage) => string;
  readonly stopping: { readonly hasBegun: boolean };
}

/** Takes a request upon itself, now or later passing it on to the route, or says at once that it does not. */
export type ReadyListener = (
  request: IncomingMessage,
  response: ServerResponse,
  route: RequestListener,
) => boolean;
