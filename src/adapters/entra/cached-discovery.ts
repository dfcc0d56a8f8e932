import { singleFlight } from '../../async/single-flight.ts';
import type { Clock } from '../../core/ports.ts';

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
