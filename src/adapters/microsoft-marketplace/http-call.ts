import { isUuid } from '../../core/identifiers.ts';
import type { Clock } from '../../core/ports.ts';
import { readRetryAfter } from '../../core/retry.ts';
import type { Exchange, OutgoingAnswer, OutgoingRequest } from '../outgoing/exchange.ts';
import { failureCause } from '../outgoing/failure-cause.ts';
import { type Failure, failure } from './failure.ts';

export interface HttpAnswer extends OutgoingAnswer {
  readonly outcome: 'answered';
  /** Undefined when it is no JSON. */
  readonly body: unknown;
  /** The UUID under which the other side's support finds the call. */
  readonly requestId: string | null;
}

export interface HttpRequest extends OutgoingRequest {
  /** Who is called, for the reason when it fails. */
  readonly whom: string;
}

export interface HttpContext {
  readonly exchange: Exchange;
  readonly clock: Clock;
}

const transientStatuses: readonly number[] = [408, 429];

/**
 * One request. No answer, half an answer, one without end, a redirect and a fault of the server's are failure.
 * Credentials go where they were meant to go and nowhere else, so a redirect is not followed.
 */
export async function callOut(
  { whom, headers, ...request }: HttpRequest,
  { exchange, clock }: HttpContext,
  signal: AbortSignal,
): Promise<HttpAnswer | Failure> {
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
      return failure(`${whom} answered ${status}${requestName(requestId)}.`, { retryAfterSeconds });
    }
    return { outcome: 'answered', status, body: readJson(text), text, header, requestId };
  } catch (fault) {
    return failure(`${whom} could not be reached: ${failureCause(fault)}.`);
  }
}

/** Anything else in that header could be the text of a stranger. */
function readRequestId(header: string | null): string | null {
  return header !== null && isUuid(header) ? header : null;
}

export function requestName(requestId: string | null): string {
  return requestId === null ? '' : ` (request ${requestId})`;
}

/** Whatever its content type says: proxies and gateways put in their own. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
