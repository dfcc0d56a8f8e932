/** Counts calls in the last second, by name. */
export interface RateLimit {
  /** Whether the call is within the limit; 0 is no limit. */
  take(name: string, perSecond: number): boolean;
}

const maxNames = 1_000;

export function createRateLimit(milliseconds: () => number = () => performance.now()): RateLimit {
  const calls = new Map<string, number[]>();
  return {
    take(name, perSecond) {
      if (perSecond === 0) return true;
      const now = milliseconds();
      const recent = (calls.get(name) ?? []).filter((at) => at > now - 1000);
      const isWithin = recent.length < perSecond;
      calls.set(name, isWithin ? [...recent, now] : recent);
      const [oldest = ''] = calls.keys();
      if (calls.size > maxNames) calls.delete(oldest);
      return isWithin;
    },
  };
}
