/** The maximum time between two turns of the event loop: too short to be noticed. */
const sliceMilliseconds = 5;

type Clock = () => number;

/** The time since the work last yielded. */
class Slice {
  readonly #clock: Clock;
  #endsAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#endsAt = clock() + sliceMilliseconds;
  }

  get isOver(): boolean {
    return this.#clock() >= this.#endsAt;
  }

  /** Yields to the event loop, sockets included: a resolved promise alone would not. */
  async giveTurn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#endsAt = this.#clock() + sliceMilliseconds;
  }
}

/**
 * Processes each item in order, and yields to the event loop after each time slice. Counting items would not do: one
 * may take a hundred times as long as another.
 */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  clock: Clock = () => performance.now(),
): Promise<void> {
  const slice = new Slice(clock);
  for (const item of items) {
    if (slice.isOver) await slice.giveTurn();
    work(item);
  }
}

/**
 * Runs a computation in steps (`Steps` of the core), and yields to the event loop between two steps whenever a time
 * slice is over.
 */
export async function finishYielding<Result>(
  steps: Generator<void, Result, void>,
  clock: Clock = () => performance.now(),
): Promise<Result> {
  const slice = new Slice(clock);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (slice.isOver) await slice.giveTurn();
  }
}

/** The texts of the items, joined into parts of one time slice each; yields between two parts. */
export async function* textYielding<Item>(
  items: Iterable<Item>,
  textOf: (item: Item) => string,
  clock: Clock = () => performance.now(),
): AsyncGenerator<string, void> {
  const slice = new Slice(clock);
  let part = '';
  for (const item of items) {
    if (slice.isOver && part !== '') {
      yield part;
      part = '';
      await slice.giveTurn();
    }
    part += textOf(item);
  }
  if (part !== '') yield part;
}
