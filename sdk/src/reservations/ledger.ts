/** A reservation of the service from which local reservations are taken. Quantities are millionths, times those of a steady clock. */
export interface Block {
  readonly reservationId: string;
  readonly size: number;
  /** It is replaced from this time on. */
  readonly renewAt: number;
  /** It is settled at this time at the latest, so that the service has the commit before it lapses. */
  readonly endsAt: number;
}

/** A local reservation. The ledger changes its state. */
export interface Claim {
  readonly units: number;
  readonly endsAt: number;
  state: 'Held' | 'Committed' | 'Released' | 'Lapsed';
}

/**
 * What the blocks of one meter hold, and what of it is reserved and committed locally. Reservations are of all blocks together, so
 * that a block is settled while reservations are open, if the others have room for them. `held + committed` is never more than `size`.
 */
export class BlockLedger {
  size = 0;
  /** Reserved locally. */
  held = 0;
  /** Committed locally, and not yet at the service. */
  committed = 0;
  readonly #blocks: Block[] = [];
  readonly #open = new Set<Claim>();

  /** Oldest first. */
  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  get free(): number {
    return this.size - this.held - this.committed;
  }

  add(block: Block): void {
    this.#blocks.push(block);
    this.size += block.size;
  }

  /** False if there is no room. */
  take(claim: Claim): boolean {
    if (claim.units > this.size - this.held - this.committed) return false;
    this.held += claim.units;
    this.#open.add(claim);
    return true;
  }

  /** Of a claim that is held. The rest is free again. */
  commit(claim: Claim, units: number): void {
    this.#close(claim, 'Committed');
    this.committed += units;
  }

  /** Of a claim that is held. */
  release(claim: Claim): void {
    this.#close(claim, 'Released');
  }

  /** Claims whose time is over are free again. */
  lapse(now: number): void {
    for (const claim of this.#open) if (claim.endsAt <= now) this.#close(claim, 'Lapsed');
  }

  /**
   * Removes a block and returns the quantity to commit with it; the rest of the block is returned to the service. Undefined if the
   * other blocks have no room for the open claims.
   *
   * @param isForced the oldest claims lapse until there is room
   */
  settle(block: Block, isForced = false): number | undefined {
    const index = this.#blocks.indexOf(block);
    if (index === -1) return undefined;
    const units = Math.min(this.committed, block.size);
    const room = this.size - block.size - (this.committed - units);
    if (this.held > room && !isForced) return undefined;
    for (const claim of this.#open) {
      if (this.held <= room) break;
      this.#close(claim, 'Lapsed');
    }
    this.#blocks.splice(index, 1);
    this.size -= block.size;
    this.committed -= units;
    return units;
  }

  #close(claim: Claim, state: Claim['state']): void {
    claim.state = state;
    this.held -= claim.units;
    this.#open.delete(claim);
  }
}
