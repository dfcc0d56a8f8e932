/** How many database connections each kind of work may hold, so that none can take those of another. */
export interface ConnectionShares {
  readonly reads: number;
  readonly writes: number;
  readonly background: number;
}

/** Each kind gets one at least. An API node does little in the background, a worker node nothing else. */
export function shareConnections(
  total: number,
  halves: { readonly api: boolean; readonly workers: boolean },
): ConnectionShares {
  if (!halves.api) return { reads: 1, writes: 1, background: total };
  const background = halves.workers ? atLeastOne(total / 3) : 1;
  const writes = atLeastOne((total - background) * (halves.workers ? 1 / 2 : 2 / 5));
  return { reads: Math.max(1, total - background - writes), writes, background };
}

const atLeastOne = (share: number) => Math.max(1, Math.floor(share));
