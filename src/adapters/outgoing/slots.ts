/** Runs the work in its turn; undefined when it is turned away because too much waits already. */
export type Slots = <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;

export interface SlotLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Bounds how much work runs at once and how much waits for that. */
export function createSlots({ running: most, waiting: mostWaiting }: SlotLimits): Slots {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((begin) => waiting.push(begin));
    else return undefined;
    try {
      return await work();
    } finally {
      // A slot goes from hand to hand, so that nobody who comes now is before those who wait.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
