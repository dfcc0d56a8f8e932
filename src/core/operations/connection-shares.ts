/** The size of the database connection pool of each kind of work. Separate pools keep one kind from starving another. */
export interface ConnectionShares {
  readonly reads: number;
  readonly writes: number;
  readonly background: number;
}

/** Each kind gets at least one connection. An API node does little background work, a worker node does nothing else. */
export function shareConnections(
  total: number,
  nodeRoles: { readonly api: boolean; readonly workers: boolean },
): ConnectionShares {
  if (!nodeRoles.api) return { reads: 1, writes: 1, background: total };
  const background = nodeRoles.workers ? atLeastOne(total / 3) : 1;
  const writes = atLeastOne((total - background) * (nodeRoles.workers ? 1 / 2 : 2 / 5));
  return { reads: Math.max(1, total - background - writes), writes, background };
}

const atLeastOne = (share: number) => Math.max(1, Math.floor(share));
