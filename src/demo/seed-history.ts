import { randomBytes, randomUUID } from 'node:crypto';
import { recordClientActivity, recordClientRequests } from '../actions/clients/record-activity.ts';
import { saveMember } from '../actions/subscriptions/customers.ts';
import { recordCustomerCalls } from '../actions/subscriptions/record-calls.ts';
import { assignSeat, releaseSeat } from '../actions/subscriptions/seats.ts';
import { leaseDeliveries } from '../actions/webhooks/lease-deliveries.ts';
import { settleDeliveries } from '../actions/webhooks/settle-deliveries.ts';
import { keyIdOf } from '../core/clients/api-key.ts';
import { retryPauses } from '../core/webhooks/delivery.ts';
import { type ClientRefusals, listClientHours } from '../storage/clients/activity.ts';
import { findApiKey } from '../storage/clients/api-keys.ts';
import type { CredentialUse } from '../storage/clients/credential-uses.ts';
import type { ClientRequest } from '../storage/clients/requests.ts';
import type { Database } from '../storage/database.ts';
import { type EndpointKey, listWebhookEndpoints } from '../storage/webhooks/endpoints.ts';
import { listDeliveries } from '../storage/webhooks/log.ts';
import { demoCustomers } from './customers.ts';
import { done } from './fixed.ts';
import { demoWebhook } from './identities.ts';
import { demoSubscriptionId } from './seed-customers.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Data of the days before the first start, so that charts and logs are not empty. */
export async function seedHistory(database: Database, apiKey: string, now: Date): Promise<void> {
  const keyId = keyIdOf(apiKey) ?? '';
  const key = await findApiKey(database, keyId);
  if (!key) throw new Error('The demo has not been seeded');
  const { workspaceId, apiClientId } = key.client;
  await seedCalls(database, { workspaceId, apiClientId, keyId }, now);
  await seedDeliveries(database, workspaceId, now);
}

interface CallingClient {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly keyId: string;
}

/** A week of calls, some of them refused. */
async function seedCalls(
  database: Database,
  { workspaceId, apiClientId, keyId }: CallingClient,
  now: Date,
): Promise<void> {
  const client = { workspaceId, apiClientId };
  const lately = { from: new Date(now.getTime() - 31 * day), until: now };
  if ((await listClientHours(database, client, lately)).length > 0) return;
  const hours = Array.from({ length: 56 }, (_, index) => (56 - index) * 3);
  const uses = hours.map((hoursAgo) => {
    const at = new Date(now.getTime() - hoursAgo * hour);
    const isDay = at.getUTCHours() > 6 && at.getUTCHours() < 20;
    const calls = 20 + ((hoursAgo * 7) % 37) * (isDay ? 4 : 1);
    return { kind: 'api-key', id: keyId, lastUsedAt: at, calls } as const;
  });
  const refused = refusals.map(({ hoursAgo, count, ...refusal }) => {
    const refusedAt = new Date(now.getTime() - hoursAgo * hour);
    return { client, count, latest: [{ ...refusal, refusedAt, requestId: randomUUID() }] };
  });
  await recordClientActivity({ database, randomBytes }, uses.slice(0, -1), refused);
  await recordClientRequests(
    { database, randomBytes },
    requestsOf(uses, refused).map((request) => ({ ...request, apiClientId })),
  );
  // Recorded last, so that it is the last use.
  await recordClientActivity({ database, randomBytes }, uses.slice(-1), []);
  await seedCustomerCalls(database, workspaceId, now);
}

/** Applications have asked about every customer lately, except for one who stopped weeks ago. */
async function seedCustomerCalls(database: Database, workspaceId: string, now: Date): Promise<void> {
  const customers = Object.values(demoCustomers);
  const record = (called: readonly (typeof customers)[number][], daysAgo: number) => {
    const calls = called.flatMap(({ tenantId, subscriptions }) =>
      subscriptions.map(({ product }) => ({ tenantId, product })),
    );
    const at = new Date(now.getTime() - daysAgo * day);
    return recordCustomerCalls({ database, now: at }, new Map([[workspaceId, calls]]));
  };
  await record(customers, 23);
  await record(
    customers.filter((customer) => customer !== demoCustomers.vanArsdel),
    0.1,
  );
}

/** One entry for the successful requests of each hour, and one for the refusals of each kind. */
function requestsOf(
  uses: readonly CredentialUse[],
  refused: readonly ClientRefusals[],
): readonly ClientRequest[] {
  const tenants = Object.values(demoCustomers).map(({ tenantId }) => tenantId);
  const tenantOf = (index: number) => tenants[index % tenants.length] ?? null;
  return [
    ...uses.map(({ lastUsedAt, calls }, index) => ({
      requestedAt: lastUsedAt,
      ...entitlements,
      status: index % 4 === 3 ? 304 : 200,
      code: null,
      tenantId: tenantOf(index),
      milliseconds: 0.2 + (index % 7) * 0.3,
      requestId: randomUUID(),
      requests: calls,
    })),
    ...refused.flatMap(({ count, latest }, index) =>
      latest.map(({ refusedAt, ...refusal }) => ({
        ...refusal,
        requestedAt: refusedAt,
        tenantId: refusal.route === entitlements.route ? tenantOf(index) : null,
        milliseconds: 0.4,
        requests: count,
      })),
    ),
  ];
}

const entitlements = { method: 'GET', route: '/api/v1/entitlements/:tenantId' };
const usage = { method: 'POST', route: '/api/v1/metered-usage' };
const refusals = [
  { hoursAgo: 123, count: 31, code: 'request.rate_limited', status: 429, ...entitlements },
  { hoursAgo: 54, count: 2, code: 'product.not_found', status: 404, ...entitlements },
  { hoursAgo: 9, count: 1, code: 'request.validation_failed', status: 400, ...usage },
];

/**
 * Assigns and releases a seat several times, with deliveries to the listener: one fails, one succeeds at the second
 * attempt.
 */
async function seedDeliveries(database: Database, workspaceId: string, now: Date): Promise<void> {
  const endpoints = await listWebhookEndpoints(database, workspaceId, { limit: 10 });
  const listener = endpoints.find(({ url, health }) => url === demoWebhook.url && health.disabled === null);
  if (!listener) return;
  const key = { workspaceId, endpointId: listener.endpointId };
  if ((await listDeliveries(database, workspaceId, key, { limit: 1 })).length > 0) return;
  const { fabrikam } = demoCustomers;
  const subscriptionId = demoSubscriptionId(fabrikam, fabrikam.subscriptions[0]);
  const { objectId, email } = fabrikam.members[1];
  const member = { tenantId: fabrikam.tenantId, objectId, email, isActive: true };
  const { memberId } = await saveMember({ database, now, randomBytes }, workspaceId, member);
  const changes = [assignSeat, releaseSeat];
  const moments = [115, 20, 17, 16, 11, 10, 9, 5, 3, 2].map((hoursAgo) => now.getTime() - hoursAgo * hour);
  for (const [index, moment] of moments.entries()) {
    const change = changes[index % changes.length] ?? assignSeat;
    const context = { database, now: new Date(moment), randomBytes };
    done(await change(context, workspaceId, subscriptionId, memberId));
    let at = moment;
    for (const pause of index === 0 ? retryPauses : index === 5 ? retryPauses.slice(0, 1) : []) {
      await deliver(database, key, new Date(at), { status: 503, answer: 'The gateway is being restarted' });
      at += pause * 1.2 + 1_000;
    }
    const last =
      index === 0 ? { status: 500, answer: 'Unexpected end of input' } : { status: 204, answer: '' };
    await deliver(database, key, new Date(at), last);
  }
}

interface Result {
  readonly status: number;
  readonly answer: string;
}

/** Sends the due deliveries with the given response. */
async function deliver(
  database: Database,
  key: EndpointKey,
  at: Date,
  { status, answer }: Result,
): Promise<void> {
  const { workspaceId, endpointId } = key;
  const wanted = [{ endpointId, limit: 10, sending: [] }];
  const holder = randomUUID();
  const { lanes, leased } = await leaseDeliveries({ database, now: at }, { workspaceId, holder, wanted });
  const outcome = { kind: 'answered', status, retryAfterMilliseconds: null } as const;
  await settleDeliveries(
    { database, now: at, randomBytes },
    {
      workspaceId,
      attempted: leased.map((one) => ({ ...one, outcome, durationMilliseconds: 84, answer, error: null })),
      ended: lanes,
    },
  );
}
