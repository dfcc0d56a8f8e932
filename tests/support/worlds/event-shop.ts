import { sql } from 'kysely';
import type { RequestedMove } from '../../../src/actions/subscriptions/move-subscription.ts';
import type { Subscription } from '../../../src/core/subscriptions/subscription.ts';
import { SystemClock } from '../nodes/system-clock.ts';
import { Books } from './books.ts';

/** One change and its expected event. */
export interface MadeChange {
  readonly type: string;
  readonly subscriptionId: string;
}

const lives: readonly (readonly [RequestedMove, string])[] = [
  [{ type: 'activate' }, 'subscription.activated'],
  [{ type: 'changeQuantity', quantity: 7 }, 'subscription.quantity_changed'],
  [{ type: 'suspend' }, 'subscription.suspended'],
  [{ type: 'reinstate' }, 'subscription.reinstated'],
  [{ type: 'changePlan', plan: 'premium' }, 'subscription.plan_changed'],
  [{ type: 'cancelNow' }, 'subscription.cancelled'],
];

/** A workspace whose customers buy, change and cancel, by the real clock. The test runs the nodes. */
export class EventShop {
  readonly made: MadeChange[] = [];
  readonly #books: Books;
  readonly #workspaceId: string;

  private constructor(books: Books, workspaceId: string) {
    this.#books = books;
    this.#workspaceId = workspaceId;
  }

  static async open(): Promise<EventShop> {
    const books = await Books.open(6, new SystemClock());
    return new EventShop(books, await books.workspace());
  }

  get databaseUrl(): string {
    return this.#books.url;
  }

  close(): Promise<void> {
    return this.#books.close();
  }

  async endpoint(url: string, eventTypes: 'all' | readonly string[] = 'all'): Promise<string> {
    return (await this.#books.endpoint(this.#workspaceId, { url, eventTypes })).secret;
  }

  /** A new customer goes through the given number of changes. */
  async live(steps: number): Promise<void> {
    const subscription = await this.#books.create(this.#workspaceId, { quantity: 5 });
    this.#note('subscription.created', subscription);
    for (const [move, type] of lives.slice(0, steps)) {
      await this.#books.move(subscription, move);
      this.#note(type, subscription);
    }
  }

  #note(type: string, { subscriptionId }: Subscription): void {
    this.made.push({ type, subscriptionId });
  }

  /** Ends every back-off and every lease, as if time had passed. Only while every node is dead. */
  async letTimePass(): Promise<void> {
    const past = sql`now() - interval '1 second'`;
    await sql`update webhook_leases set leased_until = ${past} where leased_until is not null`.execute(
      this.#books.database,
    );
    await sql`
      update webhook_deliveries set due_at = least(due_at, ${past}) where status = 'Pending'`.execute(
      this.#books.database,
    );
  }

  async countPending(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from webhook_deliveries where status = 'Pending'`.execute(
      this.#books.database,
    );
    return rows[0]?.count ?? 0;
  }

  /** The number of deliveries whose first attempt failed. */
  async countRetried(): Promise<number> {
    const retried = ({ status, attempts }: { status: string; attempts: number }) =>
      attempts > (status === 'Pending' ? 0 : 1);
    return (await this.deliveries()).filter(retried).length;
  }

  async deliveries() {
    return this.#books.deliveries(this.#workspaceId);
  }

  /** All stored events. */
  async events() {
    const { rows } = await sql<{ eventId: string; type: string; tenantId: string; version: number }>`
      select event_id as "eventId", type, data ->> 'tenantId' as "tenantId", (data ->> 'version')::integer as version
      from events`.execute(this.#books.database);
    return rows;
  }

  /** The final entitlement of each tenant, as the API would return it. */
  async answer(tenantId: string): Promise<{ accessLevel: string; version: number }> {
    return this.#books.answer(this.#workspaceId, tenantId);
  }
}
