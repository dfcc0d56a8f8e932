import type { Clock } from '../../core/ports.ts';
import { readRetryAfter } from '../../core/retry.ts';
import type { Exchange, OutgoingAnswer, OutgoingRequest } from '../outgoing/exchange.ts';
import { type Trouble, trouble } from './trouble.ts';

export interface HttpAnswer extends OutgoingAnswer {
  readonly outcome: 'answered';
  /** Undefined when it is no JSON. */
  readonly body: unknown;
  /** The name under which the other side's support finds the call. */
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

/** One request. No answer, half an answer, one without end and a fault of the server's are trouble. */
export async function callOut(
  { whom, headers, ...request }: HttpRequest,
  { exchange, clock }: HttpContext,
  signal: AbortSignal,
): Promise<HttpAnswer | Trouble> {
  try {
    const answer = await exchange(
      { ...request, headers: { accept: 'application/json', ...headers } },
      signal,
    );
    const { status, text, header } = answer;
    const requestId = header('x-ms-requestid');
    if (status >= 500 || transientStatuses.includes(status)) {
      const pause = readRetryAfter(header('retry-after'), clock.now());
      const retryAfterSeconds = pause === null ? null : Math.ceil(pause / 1_000);
      return trouble(`${whom} answered ${status}${requestName(requestId)}.`, { retryAfterSeconds });
    }
    return { outcome: 'answered', status, body: readJson(text), text, header, requestId };
  } catch (fault) {
    return trouble(`${whom} could not be reached: ${causeOf(fault)}.`);
  }
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

function causeOf(fault: unknown): string {
  const cause = fault instanceof AggregateError ? fault.errors[0] : fault;
  if (!(cause instanceof Error)) return 'unknown cause';
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined ? cause.message : `${cause.message} (${code})`;
}
