import type { Database } from '../../../storage/database.ts';
import { loadUsageCustomers, type UsageCustomer } from '../../../storage/usage/customers.ts';

/** About 20 MB. */
const maxCached = 100_000;

/**
 * Customers for an export of usage reports, each read once and not with every batch. Nothing is evicted: reports come hour
 * by hour, so each entry is needed again only after all others.
 */
export class CustomerCache {
  readonly #database: Database;
  readonly #workspaceId: string;
  readonly #max: number;
  readonly #cached = new Map<string, UsageCustomer>();

  constructor(database: Database, workspaceId: string, max = maxCached) {
    this.#database = database;
    this.#workspaceId = workspaceId;
    this.#max = max;
  }

  /** Customers by subscription id. */
  async load(subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, UsageCustomer>> {
    const missing = subscriptionIds.filter((id) => !this.#cached.has(id));
    if (missing.length === 0) return this.#cached;
    const read = await loadUsageCustomers(this.#database, this.#workspaceId, missing);
    if (this.#cached.size + read.size > this.#max) {
      return new Map([...subscriptionIds.flatMap((id) => this.#entry(id)), ...read]);
    }
    for (const [id, customer] of read) this.#cached.set(id, customer);
    return this.#cached;
  }

  #entry(id: string): readonly (readonly [string, UsageCustomer])[] {
    const customer = this.#cached.get(id);
    return customer ? [[id, customer]] : [];
  }
}
