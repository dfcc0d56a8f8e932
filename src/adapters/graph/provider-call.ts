import type { Exchange } from '../outgoing/exchange.ts';
import type { Failure } from './failure.ts';

export interface ProviderAnswer {
  readonly outcome: 'answered';
  readonly status: number;
  /** Undefined if it is not a JSON object, such as the page of a proxy. */
  readonly body: JsonObject | undefined;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ProviderRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a POST. */
  readonly form?: URLSearchParams;
}

const responseLimitBytes = 1024 * 1024;
const transientStatuses: readonly number[] = [408, 429];

/** One request. A missing, incomplete or oversized response and a server error are transient failures. */
export async function callProvider(
  exchange: Exchange,
  address: string,
  { headers, form }: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer | Failure> {
  try {
    const { status, text, header } = await exchange(
      {
        address,
        method: form ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form && { body: form.toString() }),
        limitBytes: responseLimitBytes,
      },
      signal,
    );
    // Redirects are not followed, so that credentials go to the configured host only.
    const isRedirect = status >= 300 && status < 400;
    if (status >= 500 || isRedirect || transientStatuses.includes(status)) {
      return { outcome: 'transient', retryAfter: header('retry-after') };
    }
    return { outcome: 'answered', status, body: readObject(text) };
  } catch {
    return { outcome: 'transient', retryAfter: null };
  }
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
