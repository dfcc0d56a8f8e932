/** Nobody could be given a connection in time. */
export class NoConnection extends Error {
  readonly code = 'ETIMEDOUT';
}

export interface QueueLimits {
  /** How many connections there are to hand out. */
  readonly connections: number;
  /** How many callers may wait; more are refused at once. */
  readonly callers: number;
  readonly milliseconds: number;
}

interface Waiting {
  admit(): void;
  refuse(error: Error): void;
}

/** Callers that wait for one of a pool's connections, served in the order of their arrival. */
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

  /** Resolves when the caller may take a connection. Whoever was admitted must leave. */
  async enter(): Promise<void> {
    if (this.#admitted < this.#limits.connections) {
      this.#admitted += 1;
      return;
    }
    if (this.#waiting.size >= this.#limits.callers) {
      throw new NoConnection(`${this.#waiting.size} callers wait for a database connection already`);
    }
    await this.#wait();
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next) next.admit();
    else this.#admitted -= 1;
  }

  /** Refuses everybody who waits: the database serves nobody at the moment. */
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
          waiting.refuse(new NoConnection(`No database connection became free within ${milliseconds} ms`)),
        milliseconds,
      );
      this.#waiting.add(waiting);
    });
  }
}
