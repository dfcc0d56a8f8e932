/** The wait for a connection timed out or was refused. */
export class ConnectionUnavailable extends Error {
  readonly code = 'ETIMEDOUT';
}

export interface QueueLimits {
  /** Size of the pool. */
  readonly connections: number;
  /** Maximum queue length; more callers are refused at once. */
  readonly callers: number;
  readonly milliseconds: number;
}

interface Waiting {
  admit(): void;
  refuse(error: Error): void;
}

/** First-in, first-out queue for the connections of a pool. */
export class ConnectionQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = new Set<Waiting>();
  #admitted = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#waiting.size;
  }

  /** Resolves when the caller may take a connection. An admitted caller must call `leave`. */
  async enter(): Promise<void> {
    if (this.#admitted < this.#limits.connections) {
      this.#admitted += 1;
      return;
    }
    if (this.#waiting.size >= this.#limits.callers) {
      throw new ConnectionUnavailable(`${this.#waiting.size} callers wait for a database connection already`);
    }
    await this.#wait();
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next) next.admit();
    else this.#admitted -= 1;
  }

  /** Refuses all waiting callers, while the database fails. */
  refuseAll(error: Error): void {
    for (const waiting of [...this.#waiting]) waiting.refuse(error);
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        admit: () => {
          this.#waiting.delete(waiting);
          clearTimeout(timer);
          resolve();
        },
        refuse: (error) => {
          this.#waiting.delete(waiting);
          clearTimeout(timer);
          reject(error);
        },
      };
      const { milliseconds } = this.#limits;
      const timer = setTimeout(
        () =>
          waiting.refuse(
            new ConnectionUnavailable(`No database connection became free within ${milliseconds} ms`),
          ),
        milliseconds,
      );
      this.#waiting.add(waiting);
    });
  }
}
