/** More are refused instead of kept. */
const maxEvents = 10_000;

interface FutureEvent {
  readonly text: string;
  /** In the journal; undefined for an event that is in memory only. */
  readonly journalId: string | undefined;
  readonly dueAt: number;
}

/** Events that the service refused because their time has not come. */
export class FutureEvents {
  #events: FutureEvent[] = [];

  get size(): number {
    return this.#events.length;
  }

  /** Those in memory only. */
  get texts(): readonly string[] {
    return this.#events.flatMap(({ text, journalId }) => (journalId === undefined ? [text] : []));
  }

  hasDue(now: number): boolean {
    return this.#events.some(({ dueAt }) => dueAt <= now);
  }

  /** False if there is no room. */
  keep(event: FutureEvent): boolean {
    if (this.#events.length >= maxEvents) return false;
    this.#events.push(event);
    return true;
  }

  /** Removes at most `count` whose time has come, of the journal or of memory. */
  takeDue(now: number, count: number, isOfJournal: boolean): readonly FutureEvent[] {
    const isDue = ({ dueAt, journalId }: FutureEvent) =>
      dueAt <= now && (journalId !== undefined) === isOfJournal;
    const due = this.#events.filter(isDue).slice(0, count);
    this.#events = this.#events.filter((event) => !due.includes(event));
    return due;
  }
}
