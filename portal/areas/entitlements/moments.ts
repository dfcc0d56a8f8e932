interface Step {
  readonly recordedAt: string;
}

/** When something changed, the oldest first, each moment once. */
export function instantsOf(steps: readonly Step[]): readonly string[] {
  return [...new Set(steps.map(({ recordedAt }) => recordedAt))].sort();
}

/** The last change that counts at a moment; one behind the last is now, and -1 is before the first. */
export function placeOf(instants: readonly string[], asOf: string | undefined): number {
  if (asOf === undefined) return instants.length;
  const moment = new Date(asOf).getTime();
  return instants.findLastIndex((instant) => new Date(instant).getTime() <= moment);
}
