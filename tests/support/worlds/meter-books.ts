import { randomUUID } from 'node:crypto';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import type { ActionContext } from '../../../src/actions/context.ts';
import { closeHours } from '../../../src/actions/usage/close-hours.ts';
import { recordEvents } from '../../../src/actions/usage/record-events.ts';
import type { MeterDimension } from '../../../src/core/catalogue/catalogue.ts';
import type { ApiClient } from '../../../src/core/clients/api-client.ts';
import { isRefusedEvent, readMeterEvent } from '../../../src/core/usage/events/event.ts';
import type { EventsResponse } from '../../../src/core/usage/events/event-batch.ts';
import { candidateKeyText } from '../../../src/core/usage/reports/target.ts';
import { loadUsageCandidates } from '../../../src/storage/usage/candidates.ts';
import { done } from '../done.ts';
import type { Books } from './books.ts';
import { plan, product } from './products.ts';

/** One dimension for each way to feed it. */
export const meterDimensions: readonly MeterDimension[] = [
  { id: 'rows', name: 'Rows', unit: 'row', intake: 'Events', aggregation: 'Sum' },
  {
    id: 'calls',
    name: 'Calls',
    unit: 'call',
    intake: 'Events',
    aggregation: 'Count',
    included: { quantity: 10, per: 'Month' },
  },
  { id: 'peak', name: 'Peak', unit: 'GB', intake: 'Events', aggregation: 'Max' },
  { id: 'users', name: 'Users', unit: 'user', intake: 'Events', aggregation: 'Unique' },
  { id: 'posts', name: 'Posts', unit: 'post' },
];

/** The marketplace mapping of a plan with these dimensions. */
const meterMapping = {
  sourceName: 'Shop',
  planId: 'metered',
  dimensions: meterDimensions,
};

/** A product that has one plan with these dimensions. */
export function meteredProduct(slug: string, limits: Readonly<Record<string, number>> = {}) {
  return product(slug, {
    plans: [plan('basic', { limits, marketplace: [{ ...meterMapping, offerId: slug }] })],
  });
}

export interface MeterCustomer {
  readonly tenantId: string;
  readonly subscriptionId: string;
}

/** A workspace whose forum has a dimension for each way to feed it, with the real actions. */
export class MeterBooks {
  readonly books: Books;
  readonly client: ApiClient;
  readonly holdMinutes = 15;
  #count = 0;

  private constructor(books: Books, client: ApiClient) {
    this.books = books;
    this.client = client;
  }

  static async open(books: Books): Promise<MeterBooks> {
    const workspaceId = await books.emptyWorkspace();
    done(await addProduct(books.context, workspaceId, meteredProduct('forum')));
    return new MeterBooks(books, {
      workspaceId,
      apiClientId: randomUUID(),
      name: 'test',
      scopes: ['usage:write'],
      products: 'all',
      rateLimitPerMinute: 1_000,
      workspaceRateLimitPerMinute: 1_000,
    });
  }

  get workspaceId(): string {
    return this.client.workspaceId;
  }

  /** Active for two days. */
  async customer(source: 'Marketplace' | 'Direct' = 'Marketplace'): Promise<MeterCustomer> {
    const tenantId = randomUUID();
    const { subscriptionId } = await this.books.createActive(this.workspaceId, {
      tenantId,
      source,
      marketplaceSubscriptionId: source === 'Marketplace' ? randomUUID() : null,
    });
    this.books.clock.forward(48 * 3_600_000);
    return { tenantId, subscriptionId };
  }

  /** An event of the customer, of now, with an id of its own. */
  event({ tenantId }: MeterCustomer, members: object = {}, minutesAgo = 0) {
    this.#count += 1;
    return {
      id: `event-${this.#count}`,
      tenantId,
      product: 'forum',
      dimension: 'rows',
      occurredAt: this.books.in(-minutesAgo * 60_000).toISOString(),
      ...members,
    };
  }

  async send(
    written: readonly object[],
    context: ActionContext = this.books.context,
  ): Promise<EventsResponse> {
    const events = written.map((members) =>
      readMeterEvent({ members: { ...members } }, this.client.apiClientId),
    );
    const valid = events.flatMap((event) => (isRefusedEvent(event) ? [] : [event]));
    const keys = new Map(valid.map((event) => [candidateKeyText(this.workspaceId, event), event]));
    const found = await loadUsageCandidates(context.database, this.workspaceId, [...keys.values()]);
    const candidates = events.map((event) =>
      isRefusedEvent(event) ? undefined : found.get(candidateKeyText(this.workspaceId, event)),
    );
    return recordEvents(context, this.client, { events, candidates, holdMinutes: this.holdMinutes });
  }

  /** Closes all hours that are due. */
  async close(context: ActionContext = this.books.context): Promise<void> {
    while ((await closeHours(context)) > 0);
  }

  hours() {
    return this.books.database
      .selectFrom('usage_hours')
      .selectAll()
      .where('workspace_id', '=', this.workspaceId)
      .orderBy('hour')
      .orderBy('dimension')
      .execute();
  }

  reports() {
    return this.books.database
      .selectFrom('usage_reports')
      .selectAll()
      .where('workspace_id', '=', this.workspaceId)
      .orderBy('hour')
      .orderBy('dimension')
      .execute();
  }
}
