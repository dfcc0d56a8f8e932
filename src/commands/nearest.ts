/** The known name that a mistyped one most likely means; undefined if none is near. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: distanceBetween(typed.slice(0, 60), name) }))
    .sort((a, b) => a.distance - b.distance);
  const [first] = ranked;
  return first && first.distance <= Math.max(1, Math.floor(first.name.length / 3)) ? first.name : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function distanceBetween(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
