import { randomUUID } from 'node:crypto';
import { closeHours } from '../../actions/usage/close-hours.ts';
import { closePeriods } from '../../actions/usage/close-periods.ts';
import { reportUsage } from '../../actions/usage/manual-reports.ts';
import { recordUsage } from '../../actions/usage/record.ts';
import { recordEvents } from '../../actions/usage/record-events.ts';
import { settleUsage, takeUsage } from '../../actions/usage/sending.ts';
import { sellerKind } from '../../core/marketplace/connections/kinds.ts';
import { readMeterEvent } from '../../core/usage/events/event.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import { isActiveInHour } from '../../core/usage/period.ts';
import { readUsageRecords } from '../../core/usage/reports/record.ts';
import type { SendOutcome } from '../../core/usage/reports/report.ts';
import type { WithKind } from '../../core/usage/reports/window.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { scriptedCustomers } from '../customers.ts';
import { done } from '../fixed.ts';
import { demoMembers, demoPublisher, demoSeller } from '../identities.ts';
import type { PeriodUses } from './period-uses.ts';
import type { Listener } from './play-webhooks.ts';
import { loadSubscribed, type Player, type Step } from './player.ts';
import { day, incidents } from './script.ts';
import {
  hoursWithUsage,
  quantityOf,
  sendingOf,
  targetOf,
  type UsagePlan,
  usagePlans,
} from './usage-plans.ts';

const minute = 60_000;
const hourLong = 60 * minute;
export const holdMinutes = 15;
const roundLasts = 30 * minute;

/** The hours since, sent as applications did, and now for the rest. */
export function usageRounds(
  player: Player,
  uses: PeriodUses,
  { since, today, now }: { readonly since: Date; readonly today: Date; readonly now: Date },
  listener: Listener | undefined,
): readonly Step[] {
  const latest = now.getTime() - roundLasts;
  const until = new Date(latest);
  const hours = hoursWithUsage(new Date(since.getTime() + 1), until);
  const sendings = new Set(hours.map((hour) => sendingOf(hour).getTime()));
  return [...sendings].flatMap((planned) => {
    const sentAt = new Date(Math.min(planned, latest));
    const round = {
      hours: hours.filter((hour) => sendingOf(hour).getTime() === planned),
      sentAt,
      until,
      now,
      takesPlaceOn: (scripted: number) =>
        sendingOf(new Date(today.getTime() + scripted * day)).getTime() === planned,
      isOver: planned <= latest,
    };
    const deliveredAt = after(sentAt, 28);
    return [
      { at: sentAt, play: () => playRound(player, uses, round) },
      // A step of its own: played with the round, it would come before retries that are due earlier.
      ...(listener ? [{ at: deliveredAt, play: () => listener.deliver(deliveredAt) }] : []),
    ];
  });
}

interface Round {
  readonly hours: readonly Date[];
  readonly sentAt: Date;
  /** When the last hour ends that is sent. */
  readonly until: Date;
  readonly now: Date;
  /** Whether it is the first sending on or after a day of the script. */
  readonly takesPlaceOn: (scripted: number) => boolean;
  readonly isOver: boolean;
}

/** What applications and workers do. The reports of a round that is not over are left to the workers of the service. */
async function playRound(player: Player, uses: PeriodUses, round: Round): Promise<void> {
  await sendCounted(player, uses, round);
  await closeHours(player.at(after(round.sentAt, holdMinutes + 1)));
  if (round.isOver) await sendReports(player, round);
  await closePeriods(player.at(after(round.sentAt, 27)));
}

const after = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * minute);

async function sendCounted(player: Player, uses: PeriodUses, round: Round): Promise<void> {
  const { hours, sentAt, now } = round;
  const subscribed = await loadSubscribed(player, usagePlans);
  const events: Sent[] = [];
  const records: Sent[] = [];
  for (const plan of usagePlans) {
    const candidates = subscribed(plan);
    for (const hour of hours) {
      const candidate = candidates.find((one) => takesUsage(one, plan, hour));
      const except = now.getTime() - (plan.exceptLastHours ?? 0) * hourLong;
      const until = new Date(Math.min(round.until.getTime(), except));
      if (!candidate || hour.getTime() + hourLong > until.getTime()) continue;
      const quantity = await plannedQuantity(uses, plan, candidate, hour, until, now);
      const { tenantId, product, dimension } = plan;
      const sent = { candidates, member: { tenantId, product, dimension, quantity } };
      const isEvents = 'periods' in plan.amount || plan.amount.intake === 'Events';
      (isEvents ? events : records).push({ ...sent, hour });
    }
  }
  const { client, at } = player;
  const { refused } = await recordEvents(at(sentAt), client, {
    events: events.map(({ member, hour }) => {
      const id = `${hour.toISOString().slice(0, 13)}-${member.tenantId.slice(-2)}`;
      const occurredAt = new Date(hour.getTime() + 20 * minute).toISOString();
      return readMeterEvent(
        { members: { ...member, id, source: 'counter', occurredAt } },
        client.apiClientId,
      );
    }),
    candidates: events.map(({ candidates }) => candidates),
    holdMinutes,
  });
  if (refused > 0) throw new Error('The demo cannot be seeded: usage events were refused');
  const read = readUsageRecords(
    records.map(({ member, hour }) => ({ ...member, usageStartAt: hour.toISOString() })),
  );
  const reported = { records: read, candidates: records.map(({ candidates }) => candidates), holdMinutes: 0 };
  done(await recordUsage(at(sentAt), client, reported, null));
}

interface Sent {
  readonly hour: Date;
  readonly candidates: readonly MeteredCandidate[];
  readonly member: {
    readonly tenantId: string;
    readonly product: string;
    readonly dimension: string;
    readonly quantity: number;
  };
}

function takesUsage(
  { plan, activePeriods }: MeteredCandidate,
  { dimension }: UsagePlan,
  hour: Date,
): boolean {
  return plan.dimensions.includes(dimension) && isActiveInHour(activePeriods, hour);
}

async function plannedQuantity(
  uses: PeriodUses,
  plan: UsagePlan,
  { terms, subscription: { subscriptionId } }: MeteredCandidate,
  hour: Date,
  until: Date,
  now: Date,
): Promise<number> {
  const target = targetOf(plan, terms, hour, now);
  if (!target) return quantityOf(plan, hour, { amount: 0, hours: [] });
  const key = { subscriptionId, dimension: plan.dimension, ...target.period };
  const amount = target.amount - (await uses.of(key, now));
  const end = new Date(Math.min(target.period.end?.getTime() ?? until.getTime(), until.getTime()));
  const quantity = quantityOf(plan, hour, { amount, hours: hoursWithUsage(hour, end) });
  uses.add(key, quantity);
  return quantity;
}

/** Sends the due reports; the marketplace accepts them, except on the days of incidents. */
async function sendReports(player: Player, { sentAt, hours, takesPlaceOn }: Round): Promise<void> {
  const send = (minutes: number, outcomeOf: (report: StoredReport) => SendOutcome) =>
    sendDue(player, demoPublisher.sourceName, new Date(sentAt.getTime() + minutes * minute), outcomeOf);
  await sendToAws(player, new Date(sentAt.getTime() + 23 * minute));
  const { marketplaceDown, hourRejected } = incidents;
  if (takesPlaceOn(marketplaceDown)) {
    await send(17, () => unavailable);
    await send(19, () => unavailable);
  }
  if (!takesPlaceOn(hourRejected.day)) {
    await send(23, () => accepted);
    return;
  }
  const hour = hours[1] ?? sentAt;
  const { tenantId } = scriptedCustomers[hourRejected.customer];
  const [candidate] = (await loadSubscribed(player, usagePlans))({ tenantId, product: 'aqueduct' });
  const subscriptionId = candidate?.subscription.subscriptionId ?? '';
  const { dimension } = hourRejected;
  const isRejected = ({ report }: StoredReport) =>
    report.subscriptionId === subscriptionId &&
    report.dimension === dimension &&
    report.hour.getTime() === hour.getTime();
  const sent = await send(17, (report) => (isRejected(report) ? rejected : accepted));
  const quantity = sent.find(isRejected)?.report.quantity;
  if (quantity === undefined) throw new Error('No report was rejected');
  const { workspaceId, support } = player;
  const byHand = { subscriptionId, dimension, hour, quantity, insteadOf: null };
  const context = player.at(new Date(sentAt.getTime() + 20 * minute), support);
  done(await reportUsage(context, workspaceId, byHand, demoMembers[3].username));
  await send(22 + holdMinutes, () => accepted);
}

const accepted = { kind: 'accepted' } as const;
const rejected = {
  kind: 'rejected',
  reason: { code: 'InvalidDimension', detail: 'The plan has no such dimension.' },
} as const;
const unavailable = {
  kind: 'undecided',
  reason: { code: 'Undecided', detail: 'The marketplace responded with 503.' },
  retryAfterMilliseconds: null,
} as const;

/** One report of a licence and dimension at a time, as its remainder is a part of the next. */
async function sendToAws(player: Player, moment: Date): Promise<void> {
  const send = () => sendDue(player, demoSeller.sourceName, moment, () => accepted, { kind: sellerKind });
  while ((await send()).length > 0);
}

async function sendDue(
  { workspaceId, at }: Player,
  sourceName: string,
  moment: Date,
  outcomeOf: (report: StoredReport) => SendOutcome,
  connection: WithKind = {},
): Promise<readonly StoredReport[]> {
  const queue = { workspaceId, sourceName };
  const lease = { leaseId: randomUUID(), holder: randomUUID() };
  const taken = await takeUsage(at(moment), queue, lease, 1_000, null, connection);
  const results = taken.map((sent) => ({ sent, outcome: sent.unsent ?? outcomeOf(sent) }));
  if (taken.length > 0) await settleUsage(at(moment), { workspaceId, leaseId: lease.leaseId }, results);
  return taken;
}
