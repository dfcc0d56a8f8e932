import { recordsMeter } from '../../core/catalogue/meter.ts';
import { meterIn } from '../../core/catalogue/meter-switch.ts';
import { usageChange } from '../../core/change.ts';
import { timeOrderedIds } from '../../core/identifiers.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import {
  type ClosedHour,
  closeHour,
  closesAt,
  mayNeedCarrying,
  unusedPeriod,
} from '../../core/usage/events/closing.ts';
import { carryHour } from '../../core/usage/events/event-hour.ts';
import { quantitySumToText } from '../../core/usage/events/quantity-sum.ts';
import { activePeriodsOf, periodOf, termsOf } from '../../core/usage/period.ts';
import { usageKeyText } from '../../core/usage/reports/batch.ts';
import { notBilled, submit, type UsageKey } from '../../core/usage/reports/report.ts';
import { isYoungEnough, oldestAllowed, type UsageHour } from '../../core/usage/reports/window.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import type { Database } from '../../storage/database.ts';
import { changeCounters, lockCounters } from '../../storage/usage/counters.ts';
import { loadSwitchedMeters, meterText } from '../../storage/usage/final-periods.ts';
import {
  addToHours,
  findHoursToClose,
  type HourAddition,
  loadTakenHours,
  lockExistingHours,
  lockHours,
  type OpenHour,
  saveClosedHours,
} from '../../storage/usage/hours.ts';
import { lockPeriods, type MeterPeriod, periodText, savePeriods } from '../../storage/usage/periods.ts';
import { type AddressedReport, insertReports, lockReports } from '../../storage/usage/reports.ts';
import { loadHistories } from '../../storage/usage/summaries.ts';
import { loadUsageHold } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { countUse } from './count-use.ts';
import { foldByPeriod } from './place-events.ts';

const maxBatch = 500;

/** Closes hours whose hold is over and makes their reports. Each hour is closed once, on any number of nodes. */
export async function closeHours(context: ActionContext): Promise<number> {
  const due = await findHoursToClose(context.database, context.now, maxBatch);
  let closed = 0;
  const failures: unknown[] = [];
  for (const workspaceId of new Set(due.map((hour) => hour.workspaceId).sort())) {
    const keys = due.filter((hour) => hour.workspaceId === workspaceId);
    try {
      closed += await context.database
        .transaction()
        .execute((database) => closeHoursOf({ ...context, database }, workspaceId, keys));
    } catch (error) {
      // One workspace never keeps the others waiting.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return closed;
}

/** An hour to be closed, with the facts that decide its report. */
interface HourWithFacts extends OpenHour {
  readonly period: MeterPeriod;
  readonly isReported: boolean;
  readonly isExpired: boolean;
  /** Where a part of the total goes that does not fit into the report; undefined: nowhere. */
  readonly carryInto: CarryTarget | undefined;
}

interface CarryTarget {
  readonly hour: UsageHour;
  readonly period: MeterPeriod;
  readonly alertPercents: readonly number[];
}

async function closeHoursOf(
  context: ActionContext,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<number> {
  const { database, now, randomBytes } = context;
  const hours = await loadFacts(database, workspaceId, await lockHours(database, workspaceId, keys), now);
  const periods = new Map(hours.map(({ period }) => [periodText(period), period]));
  const uses = await lockPeriods(database, workspaceId, [...periods.values()]);
  const closed = hours.map((hour) => {
    const key = periodText(hour.period);
    const result = closeHour(
      { ...hour, included: hour.included ?? 0n, canCarry: hour.carryInto !== undefined },
      uses.get(key) ?? unusedPeriod,
    );
    uses.set(key, result.period);
    return { hour, result };
  });
  const ids = timeOrderedIds(hours.length, now, randomBytes);
  const reports = closed.map(({ hour, result }, index) => reportOf(hour, result, ids[index] ?? '', now));
  const made = reports.flatMap((report) => report ?? []);
  if ((await insertReports(database, workspaceId, made, 'Events')) < made.length) {
    throw new Error('An hour was reported by a record while it was closed; it is closed again');
  }
  await saveClosedHours(
    database,
    workspaceId,
    closed.map(({ hour, result }, index) => ({
      ...hour,
      total: result.kept,
      reportId: reports[index]?.report.reportId ?? null,
    })),
    now,
  );
  await savePeriods(
    database,
    workspaceId,
    [...new Map(hours.map((hour) => [periodText(hour.period), hour]))].map(([key, { period, included }]) => ({
      ...period,
      ...(uses.get(key) ?? unusedPeriod),
      included,
    })),
  );
  await carry(context, workspaceId, closed);
  const subscriptionIds = hours.map(({ subscriptionId }) => subscriptionId);
  if (hours.length > 0) await announceChanges(database, [usageChange(workspaceId, subscriptionIds)]);
  return hours.length;
}

async function loadFacts(
  database: Database,
  workspaceId: string,
  hours: readonly OpenHour[],
  now: Date,
): Promise<readonly HourWithFacts[]> {
  if (hours.length === 0) return [];
  const histories = await loadHistories(database, workspaceId, [
    ...new Set(hours.map(({ subscriptionId }) => subscriptionId)),
  ]);
  const reports = await lockReports(database, workspaceId, hours, now);
  const reported = new Set(reports.map(({ report }) => usageKeyText(report)));
  const states = hours.map((hour) => ({
    ...hour,
    isReported: reported.has(usageKeyText(hour)),
    isExpired: !isYoungEnough(hour.hour, now, hour),
  }));
  const overflowing = states.filter(mayNeedCarrying);
  const meters = await loadSwitchedMeters(database, workspaceId, overflowing);
  const taken = await loadTakenHours(database, workspaceId, overflowing, oldestAllowed(now));
  const takenKeys = new Set([...taken, ...hours].map(usageKeyText));
  const facts = states.map((hour): HourWithFacts => {
    const { subscriptionId, dimension, per, aggregation } = hour;
    const history = histories.get(subscriptionId) ?? [];
    const periodIn = (other: UsageHour) => ({
      subscriptionId,
      dimension,
      ...periodOf(knownTerms(history, hour.hour), per, other),
    });
    const meter = meters.get(meterText(hour));
    const { alertPercents } = meter?.current ?? recordsMeter;
    const isClosed = (other: UsageHour) =>
      takenKeys.has(usageKeyText({ subscriptionId, dimension, hour: other })) ||
      (meter !== undefined && meterIn(meter, other).aggregation !== aggregation);
    const target = overflowing.includes(hour)
      ? carryHour(
          hour.hour,
          { ...(hour.kind && { kind: hour.kind }), activePeriods: activePeriodsOf(history), isClosed },
          now,
        )
      : undefined;
    return {
      ...hour,
      period: periodIn(hour.hour),
      carryInto: target && { hour: target, period: periodIn(target), alertPercents },
    };
  });
  // An intake locks hours before periods.
  const targets = facts.flatMap((hour) => (hour.carryInto ? [{ ...hour, hour: hour.carryInto.hour }] : []));
  if (targets.length > 0) await lockExistingHours(database, workspaceId, targets);
  return facts;
}

/** A subscription that was removed has no terms: its last hours are a period of their own. */
function knownTerms(history: readonly Subscription[], hour: UsageHour) {
  const terms = termsOf(history);
  return terms.length > 0 ? terms : [{ start: hour, end: null }];
}

function reportOf(
  hour: OpenHour,
  { quantity }: ClosedHour,
  reportId: string,
  now: Date,
): AddressedReport | null {
  if (quantity === null) return null;
  const { sourceName, marketplaceSubscriptionId, marketplacePlanId } = hour;
  const submitted = submit(null, { ...hour, reportId, quantity, holdMinutes: 0 }, now);
  if (isRefusal(submitted)) throw new Error(`The report of a closed hour was refused: ${submitted.detail}`);
  const report = marketplaceSubscriptionId === null ? notBilled(submitted.report) : submitted.report;
  return { sourceName, marketplaceSubscriptionId, marketplacePlanId, report };
}

/** Adds what did not fit into reports to other hours, and to the use of their periods. */
async function carry(
  context: ActionContext,
  workspaceId: string,
  closed: readonly { readonly hour: HourWithFacts; readonly result: ClosedHour }[],
): Promise<void> {
  const { database, now } = context;
  const parts = closed.flatMap(({ hour, result: { carried } }) =>
    carried > 0n && hour.carryInto ? [{ hour, into: hour.carryInto, carried }] : [],
  );
  if (parts.length === 0) return;
  const holdMinutes = await loadUsageHold(database, workspaceId);
  const additions = new Map<string, HourAddition>();
  for (const { hour, into, carried } of parts) {
    const target = { ...hour, hour: into.hour };
    const before = additions.get(usageKeyText(target));
    additions.set(usageKeyText(target), {
      ...target,
      included: hour.included === null ? null : quantitySumToText(hour.included),
      total: carried + (before?.total ?? 0n),
      events: 0,
      carried: 0,
      closesAt: closesAt(target.hour, now, holdMinutes, target),
    });
  }
  const written = await addToHours(database, workspaceId, [...additions.values()]);
  if (written < additions.size) throw new Error('The hour that takes a carried total was closed meanwhile');
  const moved = parts.flatMap(({ hour: { period, included }, into, carried }) => {
    if (included === null || periodText(period) === periodText(into.period)) return [];
    const { alertPercents } = into;
    return [
      { ...period, added: -carried, included, alertPercents },
      { ...into.period, added: carried, included, alertPercents },
    ];
  });
  await countUse(context, workspaceId, foldByPeriod(moved));
  // Keeps counters from being made meanwhile.
  const hasCounters = await lockCounters(database, workspaceId);
  if (!hasCounters) return;
  await changeCounters(database, workspaceId, {
    added: parts.flatMap(({ hour, into, carried }) => [
      { ...hour, added: -carried },
      { ...hour, hour: into.hour, added: carried },
    ]),
    settled: [],
  });
}
