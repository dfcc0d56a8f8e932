import { Type } from 'typebox';
import { isRefusal } from '../../../core/refusal.ts';
import { isStorable } from '../../../core/text.ts';
import { readTimestamp } from '../../../core/timestamp.ts';
import { quantitySumToText } from '../../../core/usage/quantity-sum.ts';
import { loadUsageCustomers } from '../../../storage/usage/customers.ts';
import {
  type DriftCursor,
  findMarketplaceSubscriptions,
  listDrifts,
  type StoredDrift,
} from '../../../storage/usage/drifts.ts';
import { oneOf } from '../../schemas.ts';
import { afterText, pageAnswer, pageOf, pageQuery, readAfter, readLimit } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable } from '../schemas.ts';

const quantity = (description: string) => Type.String({ description: `${description} Exact decimal text.` });

const UsageDrift = Type.Object(
  {
    sourceName: Type.String(),
    marketplaceSubscriptionId: Type.String(),
    subscriptionId: nullable.uuid,
    customer: Type.String({
      description: "The organisation's name, or else the tenant's id; empty if unknown.",
    }),
    product: Type.String(),
    dimension: Type.String(),
    day: Type.String({ format: 'date', description: 'In UTC.' }),
    ourQuantity: quantity('The accepted quantity here.'),
    marketplaceQuantity: quantity('The quantity at the marketplace.'),
    firstSeenAt: instant,
    lastSeenAt: instant,
    resolvedAt: Type.Unsafe<Date | null>({
      ...nullable.instant,
      description: 'When the quantities were equal again; null while they differ.',
    }),
  },
  { $id: 'UsageDrift' },
);

const example = {
  sourceName: 'Microsoft Marketplace',
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  customer: 'Contoso',
  product: 'aqueduct',
  dimension: 'rows-moved',
  day: '2026-11-14',
  ourQuantity: '12.5',
  marketplaceQuantity: '10',
  firstSeenAt: '2026-11-15T06:00:00.000Z',
  lastSeenAt: '2026-11-15T12:00:00.000Z',
  resolvedAt: null,
};

const states = ['Open', 'Resolved', 'Any'] as const;
const resolvedBy = { Open: false, Resolved: true, Any: undefined };

/** Differences have no id: the cursor is the whole sort key. */
function cursorOf({
  sourceName,
  marketplaceSubscriptionId,
  dimension,
  day,
  resolvedAt,
}: StoredDrift): string {
  const key = [resolvedAt !== null, day, sourceName, marketplaceSubscriptionId, dimension];
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function readCursor(text: string): DriftCursor | undefined {
  try {
    const [isResolved, day, ...names] = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [sourceName, marketplaceSubscriptionId, dimension] = names;
    const isSound =
      typeof isResolved === 'boolean' &&
      readTimestamp(`${day}T00:00Z`) !== undefined &&
      names.length === 3 &&
      names.every((name: unknown) => typeof name === 'string' && isStorable(name));
    return isSound ? { isResolved, day, sourceName, marketplaceSubscriptionId, dimension } : undefined;
  } catch {
    return undefined;
  }
}

export const usageDriftRoute = adminRoutes((routes, context) => {
  const { database } = context;
  routes.schemas(UsageDrift);
  routes.get('/workspaces/:workspaceId/usage-drifts', {
    access: 'read',
    operationId: 'listUsageDrifts',
    summary: 'List days with drift',
    tags: ['Usage'],
    querystring: Type.Object({
      ...pageQuery,
      after: afterText(1_000),
      state: Type.Optional(
        Type.Unsafe<(typeof states)[number]>({ ...oneOf(states), description: 'Default: `Open`.' }),
      ),
    }),
    answers: { 200: pageAnswer('Differences, newest day first.', Type.Ref('UsageDrift'), example) },
    handle: async ({ workspaceId, query }) => {
      const { limit, toRead } = readLimit(query);
      const { state = 'Open' } = query;
      const after = readAfter(query.after, readCursor);
      if (isRefusal(after)) return after;
      const question = { isResolved: resolvedBy[state], after, limit: toRead };
      const drifts = await listDrifts(database, workspaceId, question);
      const customerOf = await customersOf(workspaceId, drifts);
      return pageOf(drifts, limit, cursorOf, ({ held, marketplace, ...drift }) => ({
        ...drift,
        ...customerOf(drift.marketplaceSubscriptionId),
        ourQuantity: quantitySumToText(held),
        marketplaceQuantity: quantitySumToText(marketplace),
      }));
    },
  });

  async function customersOf(workspaceId: string, drifts: readonly StoredDrift[]) {
    const ids = [...new Set(drifts.map((drift) => drift.marketplaceSubscriptionId))];
    const subscriptions = await findMarketplaceSubscriptions(database, { workspaceId, sourceName: '' }, ids);
    const subscriptionIds = [...subscriptions.values()].map(({ subscriptionId }) => subscriptionId);
    const customers = await loadUsageCustomers(database, workspaceId, subscriptionIds);
    return (marketplaceSubscriptionId: string) => {
      const subscriptionId = subscriptions.get(marketplaceSubscriptionId)?.subscriptionId ?? null;
      const { customer = '', product = '' } = customers.get(subscriptionId ?? '') ?? {};
      return { subscriptionId, customer, product };
    };
  }
});
