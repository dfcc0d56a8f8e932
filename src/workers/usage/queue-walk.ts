import type { QueuePosition } from '../../storage/usage/sending.ts';

/**
 * How far a drain has come through the queue. Without it every lease would pass over all that the drain has sent. From
 * time to time it begins anew: what falls due late, or is given up by another sender, may stand anywhere.
 */
export class QueueWalk {
  readonly #patience: number;
  #position: QueuePosition | null = null;
  #beganAt = Number.NEGATIVE_INFINITY;

  /** @param patience in milliseconds: so often it begins anew. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** From where on to lease; null: from the beginning. */
  position(now: Date): QueuePosition | null {
    if (now.getTime() - this.#beganAt >= this.#patience) {
      this.#beganAt = now.getTime();
      this.#position = null;
    }
    return this.#position;
  }

  passed(leased: readonly { readonly report: QueuePosition }[]): void {
    for (const { report } of leased) {
      if (this.#position === null || isBehind(report, this.#position)) this.#position = report;
    }
  }
}

function isBehind(one: QueuePosition, other: QueuePosition): boolean {
  const later = one.dueAt.getTime() - other.dueAt.getTime() || one.hour.getTime() - other.hour.getTime();
  if (later !== 0) return later > 0;
  if (one.subscriptionId !== other.subscriptionId) return one.subscriptionId > other.subscriptionId;
  return one.dimension > other.dimension;
}
