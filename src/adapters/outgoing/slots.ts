/** Runs the work when a slot is free; undefined if the queue is full. */
export type Slots = <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;

export interface SlotLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Limits concurrent and queued work. */
export function createSlots({ running: maxRunning, waiting: maxWaiting }: SlotLimits): Slots {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < maxRunning) running += 1;
    else if (waiting.length < maxWaiting) await new Promise<void>((begin) => waiting.push(begin));
    else return undefined;
    try {
      return await work();
    } finally {
      // The slot passes to the next in the queue, so that new work cannot overtake it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
