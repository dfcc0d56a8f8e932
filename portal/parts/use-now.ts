import { useSyncExternalStore } from 'react';

const step = 30_000;
const listeners = new Set<() => void>();
let now = new Date();

/** One timer for all components; it fires twice a minute. */
setInterval(() => {
  now = new Date();
  for (const listener of listeners) listener();
}, step);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A render between two ticks reads the clock, so that a new timestamp is never in the future. */
export function useNow(): Date {
  useSyncExternalStore(listen, () => now);
  return new Date();
}
