import type { TesseraEvents } from './types.ts';

type Name = keyof TesseraEvents;
type Listener = (event: never) => void;

export class Emitter {
  readonly #listeners = new Map<Name, Set<Listener>>();

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
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(event as never);
      } catch (error) {
        if (name !== 'error') this.emit('error', { error });
      }
    }
  }
}
