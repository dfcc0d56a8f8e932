/** An event that is sent, and its id in the journal; without one it is in memory only. */
export interface BatchEvent {
  readonly text: string;
  readonly journalId: string | undefined;
}

/** Events that are sent together, until each of them is answered. All are in the journal, or none is. */
export class Batch {
  readonly isOfJournal: boolean;
  readonly size: number;
  /** One request each. */
  #pieces: (readonly BatchEvent[])[];
  readonly #settled: string[] = [];

  constructor(events: readonly BatchEvent[]) {
    this.#pieces = [events];
    this.size = events.length;
    this.isOfJournal = events[0]?.journalId !== undefined;
  }

  /** The events of the next request; undefined when all are answered. */
  get next(): readonly BatchEvent[] | undefined {
    return this.#pieces[0];
  }

  get unanswered(): readonly BatchEvent[] {
    return this.#pieces.flat();
  }

  /** The ids of the answered events in the journal. */
  get settled(): readonly string[] {
    return this.#settled;
  }

  /** All of the request but those that are sent again later. */
  answered(kept: ReadonlySet<BatchEvent>): void {
    for (const event of this.#pieces.shift() ?? []) {
      if (event.journalId !== undefined && !kept.has(event)) this.#settled.push(event.journalId);
    }
  }

  /** The request was refused as a whole, so its halves are sent instead. */
  halve(): void {
    const [piece = [], ...rest] = this.#pieces;
    const middle = piece.length >> 1;
    this.#pieces = [piece.slice(0, middle), piece.slice(middle), ...rest];
  }
}
