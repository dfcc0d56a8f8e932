import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import { maxHeadLength, requestHeader, securityHeaders } from './headers.ts';
import { problemContentType, problemFor } from './problem.ts';

export interface PreRouterErrorsOptions {
  readonly publicUrl: () => string;
  readonly newRequestId: () => string;
  readonly requestId: (request: IncomingMessage) => string;
  readonly logger: FastifyBaseLogger;
}

const hostMissing = refuseInvalid([{ path: 'Host', rule: 'required', message: 'is required' }]);

/** Sends problem documents for requests that Node.js rejects before the router sees them. */
export class PreRouterErrors {
  readonly #options: PreRouterErrorsOptions;

  constructor(options: PreRouterErrorsOptions) {
    this.#options = options;
  }

  /** Needs a server with `requireHostHeader: false`, or Node.js answers a request without `Host` itself. */
  requireHost(next: RequestListener): RequestListener {
    return (request, response) => {
      if (requestHeader(request, 'host') !== undefined || request.httpVersionMinor === 0)
        return next(request, response);
      const { status, headers, body } = this.#jsonResponse(hostMissing, this.#options.requestId(request));
      response.writeHead(status, headers).end(body);
    };
  }

  listen(server: Server): void {
    server.on('checkExpectation', (request: IncomingMessage, response) => {
      const refusal = refuse('request.expectation_failed');
      const { status, headers, body } = this.#jsonResponse(refusal, this.#options.requestId(request));
      response.writeHead(status, headers).end(body);
    });
    server.on('connect', (request: IncomingMessage, socket) => {
      this.#write(socket, refuse('request.route_not_found'), this.#options.requestId(request));
    });
  }

  /** Invalid or oversized HTTP: there is no request object yet, only the socket. */
  readonly handleClientError = (error: Error & { readonly code?: string }, socket: Duplex): void => {
    const { logger, newRequestId } = this.#options;
    const requestId = newRequestId();
    logger.debug({ requestId, cause: error.code }, 'request could not be read');
    const { _httpMessage: answering } = socket as { _httpMessage?: ServerResponse | null };
    if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) socket.destroy();
    else this.#write(socket, refusalOf(error.code), requestId);
  };

  #write(socket: Duplex, refusal: Refusal, requestId: string): void {
    const { status, headers, body } = this.#jsonResponse(refusal, requestId);
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () =>
      socket.destroy(),
    );
  }

  #jsonResponse(refusal: Refusal, requestId: string) {
    const problem = problemFor(refusal, this.#options.publicUrl(), requestId);
    const body = JSON.stringify(problem);
    const headers: Record<string, string> = {
      ...securityHeaders,
      'x-request-id': requestId,
      'content-type': `${problemContentType}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
    };
    return { status: problem.status, headers, body };
  }
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('request.headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('request.timed_out');
  const isMethod = code === 'HPE_INVALID_METHOD';
  const message = isMethod ? 'The method is not known' : 'The request is not valid HTTP';
  return refuseInvalid([{ path: '', rule: isMethod ? 'method' : 'http', message }]);
}

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
