import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { citusUrl } from '../../../tests/support/database/citus.ts';
import { executedPlans, reportPlans } from '../../../tests/support/database/executed-plans.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { findMarketplaceSubscriptions, listDrifts } from './drifts.ts';

let books: Books;
let workspaceId: string;

/** Differences of a few of many subscriptions, whose ids are in upper case. */
beforeAll(async () => {
  books = await Books.open();
  workspaceId = await books.workspace();
  const { subscriptionId } = await books.createActive(workspaceId);
  await books.copyToTenants(subscriptionId, 20_000);
  await sql`
    update subscriptions set marketplace_subscription_id = upper(subscription_id::text)
    where workspace_id = ${workspaceId}`.execute(books.database);
  await sql`
    insert into usage_drifts (workspace_id, source_name, marketplace_subscription_id, dimension, day, held_quantity,
      marketplace_quantity, first_seen_at, last_seen_at)
    select workspace_id, 'Shop', subscription_id::text, 'posts', '2026-11-14', 1, 2, now(), now()
    from subscriptions where workspace_id = ${workspaceId} limit 50`.execute(books.database);
  await sql`vacuum analyze subscriptions, usage_drifts`.execute(books.database);
});
afterAll(() => books?.close());

it.skipIf(citusUrl)('finds the subscription of a difference by an index, whatever its case', async () => {
  await reportPlans(books.url);
  const reader = Books.at(books.url, 1, books.clock);
  const { database } = reader;
  try {
    const drifts = await listDrifts(database, workspaceId, { sort: 'customer', limit: 51 });
    expect(drifts.filter(({ customer }) => customer !== '')).toHaveLength(50);
    const ids = [...drifts.map((drift) => drift.marketplaceSubscriptionId), randomUUID()];
    const source = { workspaceId, sourceName: 'Shop' };
    expect((await findMarketplaceSubscriptions(database, source, ids)).size).toBe(50);
    const plans = await executedPlans(async () => {
      await listDrifts(database, workspaceId, { sort: 'customer', limit: 51 });
      await findMarketplaceSubscriptions(database, source, ids);
    });
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      expect(plan.fullReads).not.toContain('subscriptions');
      expect(plan.conditions.map(({ index }) => index)).toContain('subscriptions_by_lower_marketplace_id');
    }
  } finally {
    await reader.close();
  }
});
