import { useSyncExternalStore } from 'react';

const step = 30_000;
const listeners = new Set<() => void>();
let now = new Date();

/** One clock for the whole page; it strikes twice a minute. */
setInterval(() => {
  now = new Date();
  for (const listener of listeners) listener();
}, step);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is drawn between two strikes reads the time itself: what was done a moment ago is not to come. */
export function useNow(): Date {
  useSyncExternalStore(listen, () => now);
  return new Date();
}
