import type { TesseraEvents } from './types.ts';

/** Milliseconds in which the same error is emitted once: a full disk fails every write. */
const samplingInterval = 60_000;
const maxSampledErrors = 100;

type Name = keyof TesseraEvents;
type Listener = (event: never) => void;

export class Emitter {
  readonly #listeners = new Map<Name, Set<Listener>>();
  /** When each error was emitted, by its text. */
  readonly #errors = new Map<string, number>();

  /** Returns a function that removes the listener. */
  on<N extends Name>(name: N, listener: (event: TesseraEvents[N]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  /** Whether anybody listens: check it before making an event on a hot path. */
  has(name: Name): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  /** What a listener throws becomes an `error` event; what a listener of `error` throws is lost. */
  emit<N extends Name>(name: N, event: TesseraEvents[N]): void {
    if ('error' in event && name === 'error' && this.#isRepeated(String(event.error))) return;
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(event as never);
      } catch (error) {
        if (name !== 'error') this.emit('error', { error });
      }
    }
  }

  #isRepeated(text: string): boolean {
    const now = Date.now();
    // Either way, because a clock can be set.
    if (Math.abs(now - (this.#errors.get(text) ?? 0)) < samplingInterval) return true;
    if (this.#errors.size === maxSampledErrors) this.#errors.clear();
    this.#errors.set(text, now);
    return false;
  }
}
