import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Deprecations } from '../../core/operations/deprecation.ts';
import type { Metrics } from '../operations/metrics.ts';

export interface FastPathOptions {
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly deprecations: Deprecations;
  readonly requestId: (request: IncomingMessage) => string;
  readonly stopping: { readonly hasBegun: boolean };
  /** Undefined: no traces. */
  readonly nameRoute?: ((request: IncomingMessage, route: string) => void) | undefined;
}

/** Returns false for a request it does not handle. A handled request may still be passed to the route later. */
export type FastPathListener = (
  request: IncomingMessage,
  response: ServerResponse,
  route: RequestListener,
) => boolean;
