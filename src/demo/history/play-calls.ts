import { randomBytes, randomUUID } from 'node:crypto';
import { recordClientActivity, recordClientRequests } from '../../actions/clients/record-activity.ts';
import { recordCustomerCalls } from '../../actions/subscriptions/record-calls.ts';
import type { ClientRefusals } from '../../storage/clients/activity.ts';
import type { CredentialUse } from '../../storage/clients/credential-uses.ts';
import type { ClientRequest } from '../../storage/clients/requests.ts';
import { type DemoCustomer, demoCustomers, scriptedCustomers } from '../customers.ts';
import type { Player } from './player.ts';
import { day, openingOf, script } from './script.ts';

const hour = day / 24;
const activityDays = 30;
/** The request log is kept for a week. */
const loggedHours = 7 * 24;

/** A month of calls, more of them each week and fewer at weekends, some of them refused. */
export async function playCalls(player: Player, now: Date): Promise<void> {
  const { database, workspaceId, client, keyId } = player;
  const { apiClientId } = client;
  const ago = (hours: number) => new Date(now.getTime() - hours * hour);
  const hours = Array.from({ length: activityDays * 8 }, (_, index) => (activityDays * 8 - index) * 3);
  const uses = hours.map((hoursAgo) => {
    const at = ago(hoursAgo);
    const isDay = at.getUTCHours() > 6 && at.getUTCHours() < 20;
    const isWeekend = at.getUTCDay() % 6 === 0;
    const growth = 1 - hoursAgo / (activityDays * 24 * 2);
    const calls = Math.round((20 + ((hoursAgo * 7) % 37) * (isDay && !isWeekend ? 4 : 1)) * growth);
    return { kind: 'api-key', id: keyId, lastUsedAt: at, calls } as const;
  });
  const refused = refusals.map(({ hoursAgo, count, ...refusal }) => {
    const latest = [{ ...refusal, refusedAt: ago(hoursAgo), requestId: randomUUID() }];
    return { client: { workspaceId, apiClientId }, count, latest };
  });
  await recordClientActivity({ database, randomBytes }, uses.slice(0, -1), refused);
  const logged = uses.filter(({ lastUsedAt }) => lastUsedAt > ago(loggedHours));
  const requests = requestsOf(logged, refused).map((request) => ({ ...request, apiClientId }));
  await recordClientRequests({ database, randomBytes }, requests);
  await playCustomerCalls(player, now);
  // Recorded last, so that it is the last use.
  await recordClientActivity({ database, randomBytes }, uses.slice(-1), []);
}

const asked = [
  ...Object.values<DemoCustomer>(demoCustomers).flatMap(({ tenantId, subscriptions }) =>
    subscriptions.map(({ product }) => ({ tenantId, product })),
  ),
  ...[...new Set(script.map(({ customer }) => customer))].map((customer) => ({
    tenantId: scriptedCustomers[customer].tenantId,
    product: openingOf(customer).product,
  })),
];
const quiet: readonly string[] = [demoCustomers.vanArsdel.tenantId, scriptedCustomers.bellows.tenantId];

/** Applications have asked about every customer lately, except for two who stopped weeks ago. */
async function playCustomerCalls({ database, workspaceId }: Player, now: Date): Promise<void> {
  const record = (calls: typeof asked, daysAgo: number) => {
    const at = new Date(now.getTime() - daysAgo * day);
    return recordCustomerCalls({ database, now: at }, new Map([[workspaceId, calls]]));
  };
  await record(asked, 23);
  await record(
    asked.filter(({ tenantId }) => !quiet.includes(tenantId)),
    0.1,
  );
}

/** One entry for the successful requests of each hour, and one for the refusals of each kind. */
function requestsOf(
  uses: readonly CredentialUse[],
  refused: readonly ClientRefusals[],
): readonly ClientRequest[] {
  const tenantOf = (index: number) => asked[index % asked.length]?.tenantId ?? null;
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
