/** Items that are added while a run is under way share the next run. */
export class GroupedWork<Item> {
  readonly #work: (items: readonly Item[]) => Promise<void>;
  #waiting: Item[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(work: (items: readonly Item[]) => Promise<void>) {
    this.#work = work;
  }

  /** Settles as the run with this item does. */
  add(item: Item): Promise<void> {
    this.#waiting.push(item);
    // A failed run concerns its own items only.
    if (this.#waiting.length === 1) this.#last = this.#last.catch(() => undefined).then(() => this.#run());
    return this.#last;
  }

  #run(): Promise<void> {
    const items = this.#waiting;
    this.#waiting = [];
    return this.#work(items);
  }
}
