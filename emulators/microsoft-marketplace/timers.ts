/** What happens later, unless the emulator is closed before. */
export interface Timers {
  /** Gives a way to call it off. */
  after(milliseconds: number, action: () => void): () => void;
  close(): void;
}

export function createTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>();
  return {
    after(milliseconds, action) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        action();
      }, milliseconds);
      timer.unref();
      waiting.add(timer);
      return () => {
        waiting.delete(timer);
        clearTimeout(timer);
      };
    },
    close() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
