const hour = 60 * 60_000;

/** The hours that the marketplace still takes, newest first: they have ended, and began within the last 24 hours. */
export function endedHours(now: Date): readonly string[] {
  const newest = Math.floor(now.getTime() / hour) * hour - hour;
  const hours = Array.from({ length: 24 }, (_, index) => newest - index * hour);
  return hours
    .filter((start) => start + 24 * hour >= now.getTime())
    .map((start) => new Date(start).toISOString());
}
