import type { QueuePosition } from '../../storage/usage/sending.ts';

/**
 * The position of a sender in the queue, so that a lease does not scan sent reports. It restarts from time to time,
 * because reports that become due late or are released may be anywhere.
 */
export class QueueWalk {
  readonly #patience: number;
  #position: QueuePosition | null = null;
  #beganAt = Number.NEGATIVE_INFINITY;

  /** @param patience the restart interval in milliseconds. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** The position to lease from; null: the beginning. */
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
