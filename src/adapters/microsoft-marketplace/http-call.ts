import type { Clock } from '../../core/ports.ts';
import { readRetryAfter } from '../../core/retry.ts';
import { readBoundedText } from '../outgoing/bounded-text.ts';
import { type Trouble, trouble } from './trouble.ts';

export interface HttpAnswer {
  readonly outcome: 'answered';
  readonly status: number;
  /** Undefined when it is no JSON. */
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
  /** The name under which the other side's support finds the call. */
  readonly requestId: string | null;
}

export interface HttpRequest {
  /** Who is called, for the reason when it fails. */
  readonly whom: string;
  readonly address: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  readonly limitBytes: number;
}

export interface HttpContext {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

const transientStatuses: readonly number[] = [408, 429];

/** One request. No answer, half an answer, one without end and a fault of the server's are trouble. */
export async function callOut(
  { whom, address, method, headers, body, limitBytes }: HttpRequest,
  { fetch: call, clock }: HttpContext,
  signal: AbortSignal,
): Promise<HttpAnswer | Trouble> {
  try {
    const response = await call(address, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      // Credentials go where they were meant to go and nowhere else.
      redirect: 'error',
      signal,
    });
    const text = await readBoundedText(response, limitBytes);
    const { status } = response;
    const requestId = response.headers.get('x-ms-requestid');
    if (status >= 500 || transientStatuses.includes(status)) {
      const pause = readRetryAfter(response.headers.get('retry-after'), clock.now());
      const retryAfterSeconds = pause === null ? null : Math.ceil(pause / 1_000);
      return trouble(`${whom} answered ${status}${requestName(requestId)}.`, { retryAfterSeconds });
    }
    return { outcome: 'answered', status, body: readJson(text), text, headers: response.headers, requestId };
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
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault;
  if (!(cause instanceof Error)) return 'unknown cause';
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined ? cause.message : `${cause.message} (${code})`;
}
