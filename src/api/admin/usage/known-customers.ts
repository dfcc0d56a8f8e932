import type { Database } from '../../../storage/database.ts';
import { loadUsageCustomers, type UsageCustomer } from '../../../storage/usage/customers.ts';

/** About 20 MB. */
const maxKnown = 100_000;

/**
 * Customers for an export of usage reports, each read once and not with every batch. Nothing is evicted: reports come hour
 * by hour, so each entry is needed again only after all others.
 */
export class KnownCustomers {
  readonly #database: Database;
  readonly #workspaceId: string;
  readonly #max: number;
  readonly #known = new Map<string, UsageCustomer>();

  constructor(database: Database, workspaceId: string, max = maxKnown) {
    this.#database = database;
    this.#workspaceId = workspaceId;
    this.#max = max;
  }

  /** Customers by subscription id. */
  async load(subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, UsageCustomer>> {
    const unknown = subscriptionIds.filter((id) => !this.#known.has(id));
    if (unknown.length === 0) return this.#known;
    const read = await loadUsageCustomers(this.#database, this.#workspaceId, unknown);
    if (this.#known.size + read.size > this.#max) {
      return new Map([...subscriptionIds.flatMap((id) => this.#entry(id)), ...read]);
    }
    for (const [id, customer] of read) this.#known.set(id, customer);
    return this.#known;
  }

  #entry(id: string): readonly (readonly [string, UsageCustomer])[] {
    const customer = this.#known.get(id);
    return customer ? [[id, customer]] : [];
  }
}
