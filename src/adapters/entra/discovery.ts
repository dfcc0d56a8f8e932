import type { CustomFetch } from 'openid-client';
import { singleFlight } from '../../async/single-flight.ts';
import type { Clock } from '../../core/ports.ts';
import type { Exchange, OutgoingRequest } from '../outgoing/exchange.ts';

const freshMilliseconds = 60 * 60_000;
const usableMilliseconds = 24 * freshMilliseconds;

/**
 * Caches the discovery document of an identity provider for an hour; while the provider is unavailable, for a day.
 *
 * @param version a change invalidates the cached document.
 */
export function cacheDiscovery<Found>(
  clock: Clock,
  version: () => number,
  read: () => Promise<Found>,
): () => Promise<Found> {
  let cached: { readonly found: Found; readonly readAt: number; readonly version: number } | undefined;

  const readAgain = singleFlight(async (): Promise<Found> => {
    const readVersion = version();
    const readAt = clock.now().getTime();
    try {
      const found = await read();
      cached = { found, readAt, version: readVersion };
      return found;
    } catch (fault) {
      const isUsable = cached?.version === readVersion && readAt - cached.readAt < usableMilliseconds;
      if (cached && isUsable) return cached.found;
      throw fault;
    }
  });

  return async () => {
    const age = cached?.version === version() ? clock.now().getTime() - cached.readAt : freshMilliseconds;
    if (cached && age < freshMilliseconds) return cached.found;
    return readAgain();
  };
}

const limitBytes = 512 * 1024;

/** A `fetch` for the sign-in library over the service's connection pool. Throws what `fetch` throws. */
export function exchangeFetch(exchange: Exchange): CustomFetch {
  return async (address, { method, headers, body, signal = new AbortController().signal }) => {
    const request: OutgoingRequest = {
      address,
      method: method as OutgoingRequest['method'],
      headers,
      limitBytes,
      ...(body && { body: String(body) }),
    };
    try {
      const { status, text, header } = await exchange(request, signal);
      const contentType = header('content-type');
      return new Response(text || null, {
        status,
        headers: contentType ? { 'content-type': contentType } : {},
      });
    } catch (fault) {
      throw signal.aborted ? fault : new TypeError('no response', { cause: fault });
    }
  };
}
