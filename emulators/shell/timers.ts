/** Timers that end when the emulator is closed. */
export interface Timers {
  /** Returns a function that cancels the timer. */
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
