import { createServer, type RequestListener, type Server } from 'node:http';
import { maxHeadLength } from './schemas.ts';

/** In milliseconds. */
interface ConnectionLimits {
  /** For the whole request, headers and body, however slowly they arrive. */
  readonly request: number;
  /** How often that is checked. */
  readonly check: number;
  /** Between two requests. */
  readonly keepAlive: number;
  /** Without a byte in either direction: of a client that does not read its response. */
  readonly idle: number;
}

const limitsOfService: ConnectionLimits = {
  request: 30_000,
  check: 5_000,
  // Longer than load balancers keep connections, so that this side never closes one in use.
  keepAlive: 72_000,
  idle: 120_000,
};

/** A server whose connections all end: a client that sends or reads drop by drop would hold one for ever. */
export function createLimitedServer(listener: RequestListener, limits = limitsOfService): Server {
  const server = createServer(
    {
      requestTimeout: limits.request,
      headersTimeout: limits.request,
      connectionsCheckingInterval: limits.check,
      keepAliveTimeout: limits.keepAlive,
      maxHeaderSize: maxHeadLength,
      requireHostHeader: false,
    },
    listener,
  );
  return server.setTimeout(limits.idle);
}
