/** The number of workspaces with a label of their own in a metric. */
export const maxWorkspaceLabels = 100;
/** The label of all other workspaces. */
const otherWorkspaces = 'other';

/**
 * Counts by workspace, for a counter. The first 100 workspaces keep their labels until the process ends: a counter whose
 * workspace moved to `other` and back would decrease.
 */
export class WorkspaceCounts {
  readonly #counts = new Map<string, number>();

  add(workspaceId: string, count: number): void {
    const isLabelled = this.#counts.has(workspaceId) || this.#counts.size < maxWorkspaceLabels;
    const label = isLabelled ? workspaceId : otherWorkspaces;
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + count);
  }

  /** At most 101 labels and their counts. */
  entries(): Iterable<readonly [label: string, count: number]> {
    return this.#counts;
  }
}

/** Labels for a gauge: the largest workspaces as given, and the rest of the total as `other`. */
export function withOtherWorkspaces(
  largest: ReadonlyMap<string, number>,
  total: number,
): ReadonlyMap<string, number> {
  let rest = total;
  for (const count of largest.values()) rest -= count;
  return rest > 0 ? new Map([...largest, [otherWorkspaces, rest]]) : largest;
}
