import type { UsageEvent } from '../types.ts';

/** Events that are sent together, until each of them is answered. */
export class Batch {
  /** In the journal; undefined for events that are in memory only. */
  readonly journalIds: readonly string[] | undefined;
  readonly size: number;
  /** One request each. */
  #pieces: (readonly string[])[];

  constructor(texts: readonly string[], journalIds?: readonly string[]) {
    this.#pieces = [texts];
    this.size = texts.length;
    this.journalIds = journalIds;
  }

  static ofJournal(events: readonly UsageEvent[]): Batch {
    return new Batch(
      events.map((event) => JSON.stringify(event)),
      events.map(({ id }) => id),
    );
  }

  get isOfJournal(): boolean {
    return this.journalIds !== undefined;
  }

  /** The events of the next request; undefined when all are answered. */
  get next(): readonly string[] | undefined {
    return this.#pieces[0];
  }

  get unanswered(): readonly string[] {
    return this.#pieces.flat();
  }

  answered(): void {
    this.#pieces.shift();
  }

  /** The request was refused as a whole, so its halves are sent instead. */
  halve(): void {
    const [piece = [], ...rest] = this.#pieces;
    const middle = piece.length >> 1;
    this.#pieces = [piece.slice(0, middle), piece.slice(middle), ...rest];
  }
}
