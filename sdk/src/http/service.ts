import { milliseconds } from '../duration.ts';
import type { Emitter } from '../emitter.ts';
import {
  isConfigurationFault,
  type Problem,
  TesseraConfigurationError,
  TesseraRefused,
  TesseraUnavailable,
} from '../errors.ts';
import { sleep, withTimeLimit } from '../timers.ts';
import type { TesseraOptions } from '../types.ts';
import { backoff, retryAfter } from './backoff.ts';
import { createAuthoriser } from './credential.ts';
import type { ServiceClock } from './service-clock.ts';

interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** The time limit ends with the header, and the body is left to the caller. One try. */
  readonly streams?: boolean;
}

export interface Service {
  /**
   * A 2xx or 304 response, whose body has arrived. Throws `TesseraRefused` for the service's other 4xx responses,
   * `TesseraUnavailable` when the tries are used up, and the signal's reason.
   */
  request(request: ServiceRequest): Promise<Response>;
}

/** A proxy may have a lower limit than the service. */
const tooLarge = new TesseraRefused({ status: 413, code: 'request.too_large' });
const tries = 3;
const firstRetryDelay = 100;
const longestRetryDelay = 2_000;
/** A longer `Retry-After` counts as unavailable at once. */
const longestRateLimitWait = 30_000;

/** A failed try that may be repeated. */
class FailedTry {
  readonly error: unknown;
  /** Milliseconds; without it the back-off decides. */
  readonly wait: number | undefined;

  constructor(error: unknown, wait?: number) {
    this.error = error;
    this.wait = wait;
  }
}

export function createService(
  options: Pick<TesseraOptions, 'url' | 'credential' | 'timeout' | 'fetch' | 'now'>,
  emitter: Emitter,
  clock?: ServiceClock,
): Service {
  const base = baseUrl(options.url);
  // Workers refuse a `fetch` that is called as a method of another object.
  const { fetch = (...request) => globalThis.fetch(...request), now = Date.now } = options;
  const timeout = milliseconds('timeout', options.timeout ?? 2_000);
  const authoriser = createAuthoriser(options.credential, { fetch, now, timeout });

  /** The first token request is a part of the try: it has its own time limit. */
  async function attempt(request: ServiceRequest): Promise<Response | FailedTry> {
    const { method, path, body, headers, signal } = request;
    const [name, value] = await authoriser.header();
    const response = await withTimeLimit(timeout, signal, async (signal) => {
      const init = { method, headers: { ...headers, [name]: value }, redirect: 'manual', signal } as const;
      const onDate = clock?.measure();
      const response = await fetch(base + path, body === undefined ? init : { ...init, body });
      // Another server's error page has another clock.
      if (response.ok) onDate?.(response.headers.get('date'));
      return request.streams && response.ok ? response : arrived(response);
    });
    const { status } = response;
    if (response.ok || status === 304) return response;
    if (status >= 300 && status < 400) {
      throw new TesseraConfigurationError(
        `The service redirects to ${response.headers.get('location')}: set url to its own address.`,
      );
    }
    const refused = (await problemOf(response)) ?? (status === 413 ? tooLarge : undefined);
    // Otherwise a proxy's error page says nothing about the request.
    if (!refused || status >= 500) {
      return new FailedTry(refused ?? new TesseraUnavailable(`The service answered ${status}`));
    }
    if (status === 429) return new FailedTry(refused, retryAfter(response.headers.get('retry-after')));
    if (status === 401 && authoriser.reject(value)) return new FailedTry(refused, 0);
    throw refused;
  }

  return {
    async request(request) {
      let rejections = 0;
      for (let failures = 1; ; failures++) {
        request.signal?.throwIfAborted();
        const result = await attempt(request).catch((error: unknown) => {
          if (isConfigurationFault(error) || request.signal?.aborted) throw error;
          return new FailedTry(error);
        });
        if (!(result instanceof FailedTry)) return result;
        const { error, wait = backoff(failures, firstRetryDelay, longestRetryDelay) } = result;
        // Another token has been refused too: the application is not allowed.
        if (error instanceof TesseraRefused && error.status === 401 && ++rejections > 1) throw error;
        if (failures === tries || request.streams || wait > longestRateLimitWait) {
          throw new TesseraUnavailable(`${base} gave no answer: ${error}`, { cause: error });
        }
        emitter.emit('retry', { attempt: failures, error });
        await sleep(wait, request.signal);
      }
    },
  };
}

/** The JSON of a response. Anything else did not come from the service. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new TesseraUnavailable('The response is not JSON', { cause });
  }
}

/** The response with its whole body. */
async function arrived(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  return new Response(bytes.byteLength > 0 ? bytes : null, response);
}

/** Undefined if the response is no problem document. */
async function problemOf(response: Response): Promise<TesseraRefused | undefined> {
  try {
    const problem = (await response.json()) as Problem;
    if (typeof problem.code === 'string') return new TesseraRefused({ ...problem, status: response.status });
  } catch {
    // Not JSON, or not an object.
  }
  return undefined;
}

/** Without a slash at its end. A proxy may serve the service at a path of its own, but never at that of its API. */
function baseUrl(url: string): string {
  const [address] = /^https?:\/\/[^?#\s]+$/.exec(url) ?? [];
  const base = address?.replace(/\/+$/, '');
  if (base && !/\/api(\/v\d+)?$/.test(base)) return base;
  throw new TesseraConfigurationError(
    `url is "${url}": use the address of the service, such as https://tessera.example, without /api/v1.`,
  );
}
