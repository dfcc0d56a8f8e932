interface Step {
  readonly recordedAt: string;
}

/** The distinct times of changes, oldest first. */
export function instantsOf(steps: readonly Step[]): readonly string[] {
  return [...new Set(steps.map(({ recordedAt }) => recordedAt))].sort();
}

/** The index of the last change at a point in time; one past the last is now, -1 is before the first. */
export function indexOf(instants: readonly string[], asOf: string | undefined): number {
  if (asOf === undefined) return instants.length;
  const moment = new Date(asOf).getTime();
  return instants.findLastIndex((instant) => new Date(instant).getTime() <= moment);
}
