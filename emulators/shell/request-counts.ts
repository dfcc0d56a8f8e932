/** How many requests each path has had, for a limited number of paths. */
export interface RequestCounts {
  readonly byPath: ReadonlyMap<string, number>;
  count(path: string): void;
  clear(): void;
}

const maxPaths = 10_000;

export function createRequestCounts(): RequestCounts {
  const byPath = new Map<string, number>();
  return {
    byPath,
    count(path) {
      if (byPath.has(path) || byPath.size < maxPaths) byPath.set(path, (byPath.get(path) ?? 0) + 1);
    },
    clear: () => byPath.clear(),
  };
}
