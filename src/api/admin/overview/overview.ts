import { Type } from 'typebox';
import { effectiveRateLimit } from '../../../core/clients/api-client.ts';
import { lowestIdAt } from '../../../core/identifiers.ts';
import { purchasePatienceMilliseconds } from '../../../core/marketplace/purchases/pending-purchase.ts';
import { daysUpTo, statusesByDay } from '../../../core/subscriptions/status-days.ts';
import { subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import { earlierExpiries, newestExpiring, oldestAllowed } from '../../../core/usage/reports/window.ts';
import { attentionKinds } from '../../../core/workspaces/notice.ts';
import {
  type AttentionItem,
  listAttention,
  loadClientFigures,
  loadStatusChanges,
  loadUsageFigures,
  loadWebhookFigures,
} from '../../../storage/overview/overview.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

const day = 24 * 3_600_000;
const daysShown = 30;
const clientsShown = 20;
const itemsOfEachKind = 10;
/** Leaves time to renew; the first notice about a marketplace credential is sent at the same age. */
const keyWarning = 14 * day;
const credentialWarning = 60 * day;

const counts = Type.Object(
  Object.fromEntries(subscriptionStatuses.map((status) => [status, Type.Integer()])),
);

const Overview = Type.Object({
  evaluatedAt: instant,
  subscriptions: Type.Object({
    now: counts,
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), counts }), {
      description: `Subscriptions by status at the end of each of the last ${daysShown} days, in UTC.`,
    }),
  }),
  usage: Type.Object({
    acceptedToday: Type.Integer({ description: 'Reports accepted by the marketplace since midnight, UTC.' }),
    lostToday: Type.Integer({
      description: 'Rejected, expired or with a different quantity at the marketplace, since midnight.',
    }),
    held: Type.Integer(),
    due: Type.Integer(),
    claimed: Type.Integer(),
    retrying: Type.Integer(),
    failing: Type.Integer({ description: 'Undecided, and the last attempt failed.' }),
  }),
  webhooks: Type.Object({
    delivered: Type.Integer({ description: 'Of the events of the last 24 hours.' }),
    failed: Type.Integer(),
    failing: Type.Integer({ description: 'Undecided, after a failed attempt.' }),
    waiting: Type.Integer(),
    successRate: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1,
      description: 'The share of attempted events that was delivered; null if none was attempted.',
    }),
  }),
  apiClients: Type.Array(
    Type.Object({
      apiClientId: uuid,
      name: Type.String(),
      enabled: Type.Boolean(),
      effectiveRateLimit: Type.Integer(),
      calls: Type.Integer({ description: 'In the last 24 hours.' }),
      refused: Type.Integer(),
    }),
    { description: `The ${clientsShown} clients with the most calls.` },
  ),
  attention: Type.Array(
    Type.Object({
      kind: described(oneOf(attentionKinds), 'New versions add kinds.'),
      total: Type.Integer({ description: 'The number of items of the kind.' }),
      items: Type.Array(
        Type.Object({
          id: Type.String({
            description:
              'The id of the notice, subscription, key, connection, report or endpoint; the marketplace id of a purchase that has no subscription yet.',
          }),
          label: Type.String(),
          at: Type.String({ format: 'date-time', description: 'The time of the cause, or of the expiry.' }),
          parentId: described(
            nullable.text,
            'The tenant of a purchase with a subscription, the API client of a key, the subscription of a report.',
          ),
        }),
        { description: `At most ${itemsOfEachKind}.` },
      ),
    }),
    { description: 'Items that need a person, by kind; kinds without items are omitted.' },
  ),
});

const exampleCounts = { Pending: 1, Active: 40, Suspended: 2, Cancelled: 5, Expired: 3 };
const example = {
  evaluatedAt: '2026-11-15T09:00:00.000Z',
  subscriptions: { now: exampleCounts, days: [{ day: '2026-11-15', counts: exampleCounts }] },
  usage: { acceptedToday: 120, lostToday: 0, held: 8, due: 2, claimed: 0, retrying: 1, failing: 1 },
  webhooks: { delivered: 99, failed: 0, failing: 1, waiting: 0, successRate: 0.99 },
  apiClients: [
    {
      apiClientId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
      name: 'Billing service',
      enabled: true,
      effectiveRateLimit: 600,
      calls: 12_000,
      refused: 4,
    },
  ],
  attention: [
    {
      kind: 'ApiKeyEnding',
      total: 1,
      items: [
        {
          id: '5OovhljCmXG',
          label: 'Billing service',
          at: '2026-11-20T00:00:00.000Z',
          parentId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
        },
      ],
    },
  ],
};

function byKind(items: readonly AttentionItem[]) {
  return attentionKinds.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    const shown = own.map(({ id, label, at, parentId }) => ({ id, label, at, parentId }));
    return own[0] ? [{ kind, total: own[0].total, items: shown }] : [];
  });
}

/** A fixed number of five statements, whatever the size of the workspace. */
export const overviewRoute = adminRoutes('Overview', (routes, context) => {
  routes.get('/workspaces/:workspaceId/overview', {
    access: 'read',
    operationId: 'readOverview',
    summary: 'Read the overview of a workspace',
    responses: { 200: jsonResponse('Figures, and items that need a person.', Overview, example) },
    handle: async ({ workspaceId }) => {
      const { database } = context;
      const now = context.clock.now();
      const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
      const days = daysUpTo(now, daysShown);
      const dayStart = new Date(`${days.at(-1)}T00:00:00.000Z`);
      const ends = {
        now,
        purchasedBefore: later(-purchasePatienceMilliseconds),
        keysEndBefore: later(keyWarning),
        credentialsEndBefore: later(credentialWarning),
        newestExpiringHour: newestExpiring(now),
        earlierExpiries: earlierExpiries(now),
      };
      const [changes, usage, webhooks, clients, attention] = await Promise.all([
        loadStatusChanges(database, workspaceId, days[0] ?? ''),
        loadUsageFigures(database, workspaceId, { dayStart, oldestHour: oldestAllowed(dayStart) }, now),
        loadWebhookFigures(database, workspaceId, lowestIdAt(later(-day))),
        loadClientFigures(database, workspaceId, later(-day), clientsShown),
        listAttention(database, workspaceId, ends, itemsOfEachKind),
      ]);
      const figures = statusesByDay(changes, days);
      const tried = webhooks.delivered + webhooks.failed + webhooks.failing;
      return {
        evaluatedAt: now.toISOString(),
        subscriptions: { now: figures.at(-1)?.counts ?? {}, days: figures },
        usage,
        webhooks: { ...webhooks, successRate: tried === 0 ? null : webhooks.delivered / tried },
        apiClients: clients.map(({ rateLimitPerMinute, partnerPlan, ...client }) => ({
          ...client,
          effectiveRateLimit: effectiveRateLimit(rateLimitPerMinute, partnerPlan),
        })),
        attention: byKind(attention),
      };
    },
  });
});
