interface Flight<Result> {
  result?: Promise<Result>;
}

/** Callers with the same key share one run of the work while it runs. */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  /** @param work gets a function that is true once its key has been abandoned. */
  run(key: string, work: (isAbandoned: () => boolean) => Promise<Result>): Promise<Result> {
    const running = this.get(key);
    if (running) return running;
    const flight: Flight<Result> = {};
    this.#flights.set(key, flight);
    const isAbandoned = () => this.#flights.get(key) !== flight;
    flight.result = new Promise<Result>((resolve) => resolve(work(isAbandoned))).finally(() => {
      if (!isAbandoned()) this.#flights.delete(key);
    });
    return flight.result;
  }

  get(key: string): Promise<Result> | undefined {
    return this.#flights.get(key)?.result;
  }

  /** The next caller begins a new run. */
  abandon(key: string): void {
    this.#flights.delete(key);
  }

  abandonWhere(matches: (key: string) => boolean): void {
    for (const key of this.#flights.keys()) if (matches(key)) this.#flights.delete(key);
  }
}

/** The same for work without a key. */
export function singleFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  const flights = new SingleFlight<Result>();
  return () => flights.run('', work);
}
