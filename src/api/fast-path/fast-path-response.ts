import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';
import type { ResponseText } from '../../core/entitlements/response-text.ts';
import { type Deprecations, deprecationHeaders } from '../../core/operations/deprecation.ts';
import type { AcceptedCaller } from '../authentication/caller-cache.ts';
import type { ClientRequests } from '../authentication/client-activity.ts';
import { remainingHeader } from '../authentication/rate-limit.ts';
import { cacheControl, contentType, securityHeaders } from '../http/headers.ts';
import { slowMilliseconds } from '../http/request-log.ts';
import type { Metrics, ResponseDurations } from '../operations/metrics.ts';

export interface FastPathOptions {
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly deprecations: Deprecations;
  readonly clientRequests: ClientRequests;
  readonly requestId: (request: IncomingMessage) => string;
  readonly stopping: { readonly hasBegun: boolean };
  /** Undefined: no traces. */
  readonly nameRoute?: ((request: IncomingMessage, route: string) => void) | undefined;
}

interface FastPathResponseKind {
  readonly method: 'GET' | 'POST';
  readonly route: string;
  readonly status: number;
  /** Names of the headers whose value differs per response. */
  readonly varying: readonly string[];
  readonly constant: Readonly<Record<string, string>>;
}

export interface FastPathRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly accepted: AcceptedCaller;
  /** In milliseconds of `performance.now()`. */
  readonly arrival: number;
  readonly now: Date;
}

export interface FastPathBody {
  readonly text: string;
  /** Latin-1 for ASCII text: it is copied without conversion. */
  readonly encoding: 'latin1' | 'utf8';
}

const uuidLength = 36;
const commonHeaders = ['x-request-id', 'ratelimit-policy', 'ratelimit'];
const [requestIdAt, policyAt, limitAt, varyingAt] = [1, 3, 5, 7];

/**
 * Responses of one route and status. `node:http` takes headers as a flat list without conversion. One list is reused for
 * every response: `writeHead` has read it when it returns.
 */
export class FastPathResponse {
  readonly #kind: FastPathResponseKind;
  readonly #options: FastPathOptions;
  readonly #durations: ResponseDurations;
  readonly #headers: string[];
  readonly #tenantAt: number;

  constructor(kind: FastPathResponseKind, options: FastPathOptions) {
    this.#kind = kind;
    this.#options = options;
    this.#durations = options.metrics.answers(kind.method, kind.route, kind.status);
    const deprecation = options.deprecations[`${kind.method} ${kind.route}`];
    this.#headers = [
      ...[...commonHeaders, ...kind.varying].flatMap((name) => [name, '']),
      ...Object.entries({
        ...securityHeaders,
        ...kind.constant,
        ...(deprecation && deprecationHeaders(deprecation)),
      }).flat(),
    ];
    this.#tenantAt = kind.route.indexOf(':tenantId');
    const { nameRoute } = options;
    if (nameRoute) this.send = traced(this.send.bind(this), (request) => nameRoute(request, kind.route));
  }

  send(
    exchange: FastPathRequest,
    decision: RateLimitDecision,
    varying: readonly string[],
    body?: FastPathBody,
  ): void {
    const { request, response, accepted, arrival } = exchange;
    const requestId = this.#options.requestId(request);
    const headers = this.#headers;
    headers[requestIdAt] = requestId;
    headers[policyAt] = accepted.limits.policy;
    headers[limitAt] = remainingHeader(decision);
    for (let index = 0; index < varying.length; index += 1) {
      headers[varyingAt + 2 * index] = varying[index] ?? '';
    }
    // A keep-alive connection would delay the shutdown.
    const head = this.#options.stopping.hasBegun ? [...headers, 'connection', 'close'] : headers;
    response.writeHead(this.#kind.status, head);
    if (body) response.end(body.text, body.encoding);
    else response.end();
    const milliseconds = performance.now() - arrival;
    this.#durations.observe(milliseconds / 1_000);
    this.#log(exchange, requestId, milliseconds);
  }

  #log({ request, accepted, now }: FastPathRequest, requestId: string, milliseconds: number): void {
    const { method, route, status } = this.#kind;
    const { apiClientId } = accepted.caller.client;
    const { clientRequests, logger } = this.#options;
    const requests = clientRequests.take(apiClientId, status, now);
    if (requests === 0 && milliseconds < slowMilliseconds) return;
    const line = { requestId, method, route, status, code: null, apiClientId };
    if (requests > 0) {
      const tenantId = request.url?.slice(this.#tenantAt, this.#tenantAt + uuidLength) ?? null;
      clientRequests.add({ ...line, requestedAt: now, tenantId, milliseconds, requests });
    }
    if (milliseconds >= slowMilliseconds) {
      logger.info({ ...line, milliseconds: Math.round(milliseconds) }, 'request answered');
    }
  }
}

/** Replaces the method only where traces are on: otherwise they cost nothing. */
function traced(send: FastPathResponse['send'], nameRoute: (request: IncomingMessage) => void) {
  return (...[exchange, ...rest]: Parameters<FastPathResponse['send']>): void => {
    nameRoute(exchange.request);
    send(exchange, ...rest);
  };
}

/** The responses 200 and 304 of a GET route whose content has an ETag. */
export function conditionalResponses(route: string, options: FastPathOptions) {
  const kind = { method: 'GET', route } as const;
  const constant = { 'cache-control': cacheControl };
  return {
    /** Varies by the ETag. */
    notModified: new FastPathResponse({ ...kind, status: 304, varying: ['etag'], constant }, options),
    /** Varies by the ETag and the content length. */
    full: new FastPathResponse(
      {
        ...kind,
        status: 200,
        varying: ['etag', 'content-length'],
        constant: { ...constant, 'content-type': contentType },
      },
      options,
    ),
  };
}

const instantLength = '2026-01-01T00:00:00.000Z'.length;

let instant = Number.NaN;
let instantText = '';

/** Memoised: many responses are written in the same millisecond. */
function textOf(now: Date): string {
  if (now.getTime() !== instant) {
    instant = now.getTime();
    instantText = now.toISOString();
  }
  return instantText;
}

/** A JSON response without its evaluation time, valid until `changesAt`. */
export class PreparedResponse {
  readonly #head: string;
  readonly #tail: string;
  readonly #until: number;
  /** In bytes, the same at every instant. */
  readonly contentLength: string;
  readonly #encoding: FastPathBody['encoding'];

  constructor({ head, tail }: ResponseText, changesAt: Date | null) {
    this.#head = head;
    this.#tail = tail;
    this.#until = changesAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const bytes = Buffer.byteLength(head) + instantLength + Buffer.byteLength(tail);
    this.contentLength = String(bytes);
    this.#encoding = bytes === head.length + instantLength + tail.length ? 'latin1' : 'utf8';
  }

  isValidAt(now: Date): boolean {
    return now.getTime() < this.#until;
  }

  at(now: Date): string {
    return `${this.#head}${textOf(now)}${this.#tail}`;
  }

  bodyAt(now: Date): FastPathBody {
    return { text: this.at(now), encoding: this.#encoding };
  }
}

/** With the ETag of the response. */
export class TaggedResponse extends PreparedResponse {
  readonly tag: string;

  constructor(text: ResponseText, changesAt: Date | null, tag: string) {
    super(text, changesAt);
    this.tag = tag;
  }
}
