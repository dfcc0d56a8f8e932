import { defaultAlertPercents, isAdditive } from '../../core/catalogue/meter.ts';
import { hourTotal } from '../../core/usage/events/event-hour.ts';
import { quantitySumToNumber } from '../../core/usage/events/quantity-sum.ts';
import { eventsBeyond, lowestLimits } from '../../core/usage/limits/counted-limits.ts';
import { limitPeriodsOf } from '../../core/usage/limits/limit.ts';
import { reachedThresholds } from '../../core/usage/notice.ts';
import { usageKeyText } from '../../core/usage/reports/batch.ts';
import type { Quantity } from '../../core/values/quantity.ts';
import { changeCounters, saveAnnouncedPercents } from '../../storage/usage/counters.ts';
import type { HourAddition } from '../../storage/usage/hours.ts';
import { type CountedLimit, loadLimits } from '../../storage/usage/limits.ts';
import { addToPeriods, type PeriodAddition, saveAnnounced } from '../../storage/usage/period-counts.ts';
import type { ActionContext } from '../context.ts';
import { announceUsage, usageOf } from './announce-usage.ts';
import { CountersMissing } from './missing-counters.ts';
import type { Intake, PlacedEvent } from './place-events.ts';

/**
 * Counts what the transaction has added to hours of periods with an included quantity, and announces the thresholds that
 * are reached by it.
 */
export async function countUse(
  context: ActionContext,
  workspaceId: string,
  additions: readonly PeriodAddition[],
): Promise<void> {
  const { database } = context;
  const reached = (await addToPeriods(database, workspaceId, additions)).map((period) => ({
    ...period,
    thresholds: reachedThresholds(period.counted, period.included, period.announced, period.alertPercents),
  }));
  const announced = reached.filter(({ thresholds }) => thresholds.length > 0);
  if (announced.length === 0) return;
  await saveAnnounced(
    database,
    workspaceId,
    announced.map((period) => ({ ...period, announced: period.thresholds.at(-1) ?? 0 })),
  );
  await announceUsage(
    context,
    workspaceId,
    announced.flatMap((period) =>
      period.thresholds.map((threshold) => ({
        type: 'usage.threshold_reached',
        subscriptionId: period.subscriptionId,
        usage: { ...usageOf(period, period.counted), threshold, of: 'Included' },
      })),
    ),
  );
}

/** A reservation that is committed. */
export interface SettledReservation {
  readonly subject: string;
  readonly counterIds: readonly string[];
  readonly reserved: Quantity;
  readonly committed: Quantity;
}

/**
 * Counts what the intake has added to hours against the limits of their periods, announces the thresholds that are reached by it,
 * and returns the positions of the events beyond a limit that denies.
 */
export async function countAgainstLimits(
  intake: Intake,
  events: readonly PlacedEvent[],
  additions: readonly HourAddition[],
  reservation: SettledReservation | null,
): Promise<readonly number[]> {
  const { database, workspaceId, now } = intake;
  const added = additions
    .filter(({ aggregation }) => isAdditive(aggregation))
    .map(({ subscriptionId, dimension, hour, total }) => ({ subscriptionId, dimension, hour, added: total }));
  const used = events.length > 0 ? BigInt(reservation?.committed ?? 0) : 0n;
  const changed = await changeCounters(database, workspaceId, {
    added,
    settled: (reservation?.counterIds ?? []).map((counterId) => ({
      counterId,
      released: BigInt(reservation?.reserved ?? 0),
      used,
    })),
  });
  if (added.length === 0) return [];
  const targets = new Map(events.map((event) => [usageKeyText(event), event.target]));
  const meters = added.flatMap(({ subscriptionId, dimension, hour }) => {
    const target = targets.get(usageKeyText({ subscriptionId, dimension, hour }));
    const subject = reservation?.subject ?? '';
    if (!target) return [];
    const { address, terms } = target;
    const periods = limitPeriodsOf(terms, hour);
    return [{ subscriptionId, dimension, hour, subject, sourceName: address.sourceName, periods }];
  });
  const limits = await loadLimits(database, workspaceId, meters, now);
  const missing = limits.filter(({ counterId, subject }) => counterId === null && subject === '');
  if (missing.length > 0) throw new CountersMissing(missing);
  const announced = new Map(changed.map((counter) => [counter.counterId, counter.announced]));
  await announceLimits(intake, limits, announced);
  if (reservation) return [];
  const meterOf = new Map(meters.map((meter, index) => [usageKeyText(meter), index]));
  return eventsBeyond(
    events.map((event) => ({
      index: event.index,
      meter: meterOf.get(usageKeyText(event)) ?? -1,
      quantity: hourTotal(event.target.meter.aggregation, [event]),
    })),
    limits,
  );
}

/**
 * Announces the thresholds of each counter once, in per cent of the lowest of its limits, in the transaction of the use that
 * reaches them.
 */
async function announceLimits(
  intake: Intake,
  limits: readonly CountedLimit[],
  announced: ReadonlyMap<string, number>,
): Promise<void> {
  const { database, workspaceId } = intake;
  const reached = lowestLimits(limits).flatMap((limit) => {
    const counterId = limit.counterId ?? '';
    const before = announced.get(counterId);
    if (before === undefined) return [];
    const percents = limit.alertPercents ?? defaultAlertPercents;
    const thresholds = reachedThresholds(limit.used, limit.quantity, before, percents);
    return thresholds.length > 0 ? [{ counterId, limit, thresholds }] : [];
  });
  if (reached.length === 0) return;
  await saveAnnouncedPercents(
    database,
    workspaceId,
    reached.map(({ counterId, thresholds }) => ({ counterId, announced: thresholds.at(-1) ?? 0 })),
  );
  await announceUsage(
    intake,
    workspaceId,
    reached.flatMap(({ limit, thresholds }) =>
      thresholds.map((threshold) => ({
        type: 'usage.threshold_reached',
        subscriptionId: limit.subscriptionId,
        usage: {
          dimension: limit.dimension,
          period: { start: limit.start, end: limit.end },
          threshold,
          of: 'Limit',
          used: quantitySumToNumber(limit.used),
          included: null,
          overage: 0,
          limit: quantitySumToNumber(limit.quantity),
          setBy: limit.setBy,
          ...(limit.subject !== '' && { subject: limit.subject }),
        },
      })),
    ),
  );
}
