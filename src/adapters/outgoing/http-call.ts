import { isUuid } from '../../core/identifiers.ts';
import type { Clock } from '../../core/ports.ts';
import { readRetryAfter } from '../../core/retry.ts';
import { jsonExcess } from '../../core/values/json-scan.ts';
import type { Exchange, OutgoingRequest, OutgoingResponse } from './exchange.ts';
import { type Failure, failure } from './failure.ts';
import { failureCause } from './failure-cause.ts';

export interface HttpResponse extends OutgoingResponse {
  readonly outcome: 'answered';
  /** Parsed when it is read; undefined if it is not JSON, or has too many values. */
  readonly body: unknown;
  /** The request id in the logs of the called service. */
  readonly requestId: string | null;
}

export interface HttpRequest extends OutgoingRequest {
  /** The called service, for failure reasons. */
  readonly service: string;
}

export interface HttpContext {
  readonly exchange: Exchange;
  readonly clock: Clock;
}

const transientStatuses: readonly number[] = [408, 429];

/**
 * One request. A missing, incomplete or oversized response, a redirect and a server error are failures. Redirects are not
 * followed, so that credentials go to the configured host only.
 */
export async function sendRequest(
  { service, headers, ...request }: HttpRequest,
  { exchange, clock }: HttpContext,
  signal: AbortSignal,
): Promise<HttpResponse | Failure> {
  try {
    const answer = await exchange(
      { ...request, headers: { accept: 'application/json', ...headers } },
      signal,
    );
    const { status, text, header } = answer;
    const requestId = readRequestId(header('x-ms-requestid'));
    const isRedirect = status >= 300 && status < 400;
    if (status >= 500 || isRedirect || transientStatuses.includes(status)) {
      const pause = readRetryAfter(header('retry-after'), clock.now());
      const retryAfterSeconds = pause === null ? null : Math.ceil(pause / 1_000);
      return failure(`${service} answered ${status}${requestName(requestId)}.`, { retryAfterSeconds });
    }
    return {
      outcome: 'answered',
      status,
      text,
      header,
      requestId,
      get body() {
        return readJson(text);
      },
    };
  } catch (fault) {
    return failure(`${service} could not be reached: ${failureCause(fault)}.`);
  }
}

/** Other text in this header is not trusted. */
function readRequestId(header: string | null): string | null {
  return header !== null && isUuid(header) ? header : null;
}

export function requestName(requestId: string | null): string {
  return requestId === null ? '' : ` (request ${requestId})`;
}

/** Far more than any documented response has; parsing more would block the event loop. */
const bounds = { maxValues: 20_000, maxLevels: 100 };

/** Ignores the content type, which proxies change. */
function readJson(text: string): unknown {
  if (jsonExcess(text, bounds)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
