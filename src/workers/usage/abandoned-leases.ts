import type { ConnectionAddress } from '../../actions/marketplace/account.ts';

interface Abandoned {
  readonly address: ConnectionAddress;
  readonly leases: readonly Date[];
}

/**
 * Leases that this node took, or may have taken, and does not work on: the database went away before it answered the
 * lease, or before it heard what the marketplace said. Without them such reports would wait until the lease lapses. They
 * are remembered for that long, since a lease whose connection went silent may be committed later.
 */
export class AbandonedLeases {
  readonly #byName = new Map<string, Abandoned>();

  note(name: string, address: ConnectionAddress, until: Date): void {
    this.#byName.set(name, { address, leases: [...(this.#byName.get(name)?.leases ?? []), until] });
  }

  /** The ends of those that have not lapsed. */
  of(name: string, now: Date): readonly Date[] {
    const abandoned = this.#byName.get(name);
    if (!abandoned) return [];
    const leases = abandoned.leases.filter((until) => until > now);
    if (leases.length === 0) this.#byName.delete(name);
    else this.#byName.set(name, { ...abandoned, leases });
    return leases;
  }

  /** The connections that have some. */
  addresses(now: Date): readonly ConnectionAddress[] {
    return [...this.#byName].flatMap(([name, { address }]) =>
      this.of(name, now).length > 0 ? [address] : [],
    );
  }
}
