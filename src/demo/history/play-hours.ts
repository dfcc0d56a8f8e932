import { closeHours } from '../../actions/usage/close-hours.ts';
import { recordEvents } from '../../actions/usage/record-events.ts';
import { readMeterEvent } from '../../core/usage/events/event.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import { periodOf } from '../../core/usage/period.ts';
import { usageHourOf } from '../../core/usage/reports/window.ts';
import { demoCustomers } from '../customers.ts';
import type { PeriodUses } from './period-uses.ts';
import { holdMinutes } from './play-usage.ts';
import { loadSubscribed, type Player, type Step } from './player.ts';

const product = 'aqueduct';
const dimension = 'api-calls';
const minute = 60_000;
const hourLong = 60 * minute;
const hoursAgo = [9, 8, 7, 6, 5, 4, 3, 2, 1];

/** What the present period has used now: one customer is above 80 % of what is included, the other above all of it. */
const customers = [
  { tenantId: demoCustomers.contoso.tenantId, used: 86 },
  { tenantId: demoCustomers.blueYonder.tenantId, used: 295 },
];
/** The shares of their instances. */
const instances = [0.37, 0.26, 0.24, 0.13];
/** An hour of a period that is over. */
const ordinary = 2;

/**
 * Usage events as several instances sent them in the last hours: each hour is closed before the next begins, one event
 * comes late and is carried, and some are sent twice.
 */
export function lastHours(player: Player, uses: PeriodUses, now: Date): readonly Step[] {
  const present = usageHourOf(now);
  const hours = hoursAgo.map((ago) => ({ ago, hour: new Date(present.getTime() - ago * hourLong) }));
  const steps = hours.map(({ ago, hour }) => {
    const sentAt = new Date(hour.getTime() + 50 * minute);
    return { at: sentAt, play: () => playHour(player, uses, { ago, hour, sentAt, now }) };
  });
  const last = { ago: 0, hour: present, sentAt: now, now };
  return [...steps, { at: now, play: () => playHour(player, uses, last) }];
}

interface PlayedHour {
  readonly ago: number;
  readonly hour: Date;
  readonly sentAt: Date;
  readonly now: Date;
}

async function playHour(player: Player, uses: PeriodUses, { ago, hour, sentAt, now }: PlayedHour) {
  const subscribed = await loadSubscribed(
    player,
    customers.map(({ tenantId }) => ({ tenantId, product })),
  );
  const send = async (events: readonly WrittenEvent[], at: Date) =>
    recordEvents(player.at(at), player.client, {
      events: events.map((members) => readMeterEvent({ members: { ...members } }, player.client.apiClientId)),
      candidates: events.map(({ tenantId }) => subscribed({ tenantId, product })),
      holdMinutes,
    });
  const events: WrittenEvent[] = [];
  for (const { tenantId, used } of customers) {
    const [candidate] = subscribed({ tenantId, product });
    if (!candidate) continue;
    const quantity = await quantityIn(uses, candidate, used, { ago, hour, now });
    events.push(...eventsOf(tenantId, hour, quantity, ago === 0 ? now : undefined));
  }
  await send(events, sentAt);
  if (ago > 0 && ago % 2 === 0) await send(events.filter(isOfFirst), new Date(sentAt.getTime() + minute));
  const closesAt = new Date(hour.getTime() + hourLong + (holdMinutes + 1) * minute);
  if (closesAt > now) return;
  await closeHours(player.at(closesAt));
  if (ago === 5) await send(events.filter(isOfFirst).map(asLate), new Date(closesAt.getTime() + minute));
}

/** An equal part of what is left of the period's use. */
async function quantityIn(
  uses: PeriodUses,
  { terms, subscription: { subscriptionId } }: MeteredCandidate,
  used: number,
  { ago, hour, now }: Omit<PlayedHour, 'sentAt'>,
): Promise<number> {
  const period = periodOf(terms, 'Month', hour);
  const key = { subscriptionId, dimension, ...period };
  const isPresent = period.start.getTime() === periodOf(terms, 'Month', usageHourOf(now)).start.getTime();
  const left = used - (await uses.of(key, now));
  const quantity = isPresent ? Math.max(left / (ago + 1), ordinary / 10) : ordinary;
  uses.add(key, quantity);
  return quantity;
}

interface WrittenEvent {
  readonly id: string;
  readonly source: string;
  readonly tenantId: string;
  readonly product: string;
  readonly dimension: string;
  readonly quantity: number;
  readonly occurredAt: string;
}

/** One event of each instance. */
function eventsOf(
  tenantId: string,
  hour: Date,
  quantity: number,
  occurredAt?: Date,
): readonly WrittenEvent[] {
  return instances.map((share, index) => ({
    id: `${hour.toISOString().slice(0, 13)}-${tenantId.slice(-2)}-part-${index + 1}`,
    source: `worker-${index + 1}`,
    tenantId,
    product,
    dimension,
    quantity: Math.round(quantity * share * 1_000) / 1_000,
    occurredAt: (occurredAt ?? new Date(hour.getTime() + (5 + 10 * index) * minute)).toISOString(),
  }));
}

const isOfFirst = ({ source }: WrittenEvent) => source === 'worker-1';

/** An instance was cut off and sends when its hour is closed. */
const asLate = (event: WrittenEvent): WrittenEvent => ({ ...event, id: `${event.id}-late`, quantity: 0.5 });
