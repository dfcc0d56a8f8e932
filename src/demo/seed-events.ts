import { randomBytes } from 'node:crypto';
import { closeHours } from '../actions/usage/close-hours.ts';
import { recordEvents } from '../actions/usage/record-events.ts';
import { keyIdOf } from '../core/clients/api-key.ts';
import { readMeterEvent } from '../core/usage/events/event.ts';
import { candidateKeyText } from '../core/usage/reports/target.ts';
import { usageHourOf } from '../core/usage/reports/window.ts';
import { findApiKey } from '../storage/clients/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { loadUsageCandidates } from '../storage/usage/candidates.ts';
import { listMeterHours } from '../storage/usage/meters.ts';
import { demoCustomers } from './customers.ts';

const product = 'aqueduct';
const dimension = 'api-calls';
const minute = 60_000;
const hourLong = 60 * minute;
const holdMinutes = 15;
const hoursAgo = [9, 8, 7, 6, 5, 4, 3, 2, 1];

/** What the instances of each customer send in an hour: one is above 80 % of what is included, the other above all of it. */
const customers = [
  { tenantId: demoCustomers.contoso.tenantId, quantities: [3.5, 2.25, 2.5, 1.25] },
  { tenantId: demoCustomers.blueYonder.tenantId, quantities: [9, 8, 7.5, 7] },
];

/**
 * Sends usage events as several instances would have in the last hours, once a day: each hour is closed before the next
 * begins, one event comes late and is carried, and some are sent twice.
 */
export async function seedEvents(database: Database, apiKey: string, now: Date): Promise<void> {
  const key = await findApiKey(database, keyIdOf(apiKey) ?? '');
  if (!key) throw new Error('The demo has not been seeded');
  const { client } = key;
  const { workspaceId } = client;
  const questions = customers.map(({ tenantId }) => ({ tenantId, product }));
  const candidatesOf = await loadUsageCandidates(database, workspaceId, questions);
  const [first] =
    candidatesOf.get(candidateKeyText(workspaceId, { tenantId: customers[0]?.tenantId ?? '', product })) ??
    [];
  if (!first) throw new Error('The demo has not been seeded');
  const { subscriptionId } = first.subscription;
  const since = { from: new Date(now.getTime() - 24 * hourLong), limit: 1 };
  if ((await listMeterHours(database, workspaceId, { subscriptionId, dimension }, since, now)).length > 0)
    return;

  const send = async (written: readonly Readonly<Record<string, unknown>>[], sentAt: Date) => {
    const events = written.map((members) => readMeterEvent({ members }, client.apiClientId));
    const candidates = written.map(({ tenantId }) =>
      candidatesOf.get(candidateKeyText(workspaceId, { tenantId: String(tenantId), product })),
    );
    const context = { database, now: sentAt, randomBytes };
    await recordEvents(context, client, { events, candidates, holdMinutes });
  };
  const present = usageHourOf(now);
  for (const ago of hoursAgo) {
    const hour = new Date(present.getTime() - ago * hourLong);
    const events = eventsOf(hour);
    await send(events, new Date(hour.getTime() + 50 * minute));
    if (ago % 2 === 0) await send(events.filter(isOfFirst), new Date(hour.getTime() + 51 * minute));
    const closesAt = new Date(hour.getTime() + hourLong + (holdMinutes + 1) * minute);
    if (closesAt > now) continue;
    await closeHours({ database, now: closesAt, randomBytes });
    if (ago === 5) await send(lateEvents(hour), new Date(closesAt.getTime() + minute));
  }
  await send(eventsOf(present, now).filter(isOfFirst), now);
}

/** One event of each instance of each customer. */
function eventsOf(hour: Date, occurredAt?: Date) {
  return customers.flatMap(({ tenantId, quantities }) =>
    quantities.map((quantity, index) => ({
      id: `${hour.toISOString().slice(0, 13)}-${tenantId.slice(-2)}-part-${index + 1}`,
      source: `worker-${index + 1}`,
      tenantId,
      product,
      dimension,
      quantity,
      occurredAt: (occurredAt ?? new Date(hour.getTime() + (5 + 10 * index) * minute)).toISOString(),
    })),
  );
}

const isOfFirst = ({ source }: { readonly source: string }) => source === 'worker-1';

/** An instance was cut off and sends when its hour is closed. */
function lateEvents(hour: Date) {
  return eventsOf(hour)
    .filter(isOfFirst)
    .map((event) => ({ ...event, id: `${event.id}-late`, quantity: 0.5 }));
}
