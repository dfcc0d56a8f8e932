/** Less does not change the hour of an event, and a `Date` has whole seconds. */
const tolerance = 60_000;

/** The time as the service knows it: events that are ahead of it are refused. */
export class ServiceClock {
  /** To add to this machine's time, in milliseconds; undefined until a response had a `Date`. */
  offset: number | undefined;
  readonly #local: () => number;

  constructor(local: () => number, offset?: number) {
    this.#local = local;
    this.offset = offset;
  }

  now(): number {
    return this.#local() + (this.offset ?? 0);
  }

  /** Returns a function that takes the `Date` of the response. */
  measure(): (date: string | null) => void {
    const requestedAt = this.#local();
    return (date) => {
      const offset = Date.parse(date ?? '') - (requestedAt + this.#local()) / 2;
      if (!Number.isNaN(offset)) this.offset = Math.abs(offset) < tolerance ? 0 : offset;
    };
  }
}
