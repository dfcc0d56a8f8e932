import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';
import type { AnswerDurations } from '../operations/durations.ts';
import { limitHeaders } from '../rate-limit.ts';
import { slowMilliseconds } from '../request-log.ts';
import { securityHeaders } from '../security-headers.ts';
import type { InFrontOptions } from './ready-listener.ts';

export interface ReadyAnswerKind {
  readonly method: 'GET' | 'POST';
  readonly route: string;
  readonly status: number;
  /** The names of the headers that each answer has a value of its own for. */
  readonly varying: readonly string[];
  readonly constant: Readonly<Record<string, string>>;
}

/** A request, whose it is, and when it came, in milliseconds of `performance.now()`. */
export interface ReadyRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly apiClientId: string;
  readonly arrival: number;
}

const everywhere = ['x-request-id', 'ratelimit-policy', 'ratelimit'];
const [requestIdAt, policyAt, limitAt, varyingAt] = [1, 3, 5, 7];

/**
 * Answers of one kind. Their head is a flat list, which `node:http` takes as it is; it is one list, filled anew for each
 * answer, for it has been read when `writeHead` returns.
 */
export class ReadyAnswer {
  readonly #kind: ReadyAnswerKind;
  readonly #options: InFrontOptions;
  readonly #durations: AnswerDurations;
  readonly #headers: string[];

  constructor(kind: ReadyAnswerKind, options: InFrontOptions) {
    this.#kind = kind;
    this.#options = options;
    this.#durations = options.metrics.answers(kind.method, kind.route, kind.status);
    this.#headers = [
      ...[...everywhere, ...kind.varying].flatMap((name) => [name, '']),
      ...Object.entries({ ...securityHeaders, ...kind.constant }).flat(),
    ];
  }

  send(
    { request, response, apiClientId, arrival }: ReadyRequest,
    decision: RateLimitDecision,
    varying: readonly string[],
    body?: string,
  ): void {
    const requestId = this.#options.requestId(request);
    const limit = limitHeaders(decision);
    const headers = this.#headers;
    headers[requestIdAt] = requestId;
    headers[policyAt] = limit['ratelimit-policy'];
    headers[limitAt] = limit.ratelimit;
    for (let index = 0; index < varying.length; index += 1) {
      headers[varyingAt + 2 * index] = varying[index] ?? '';
    }
    // A connection kept alive after its answer would hold up the stop.
    const head = this.#options.stopping.hasBegun ? [...headers, 'connection', 'close'] : headers;
    response.writeHead(this.#kind.status, head).end(body);
    const milliseconds = performance.now() - arrival;
    this.#durations.observe(milliseconds / 1_000);
    if (milliseconds < slowMilliseconds) return;
    const { method, route, status } = this.#kind;
    const line = { requestId, method, route, status, code: null, milliseconds: Math.round(milliseconds) };
    this.#options.logger.info({ ...line, apiClientId }, 'request answered');
  }
}
