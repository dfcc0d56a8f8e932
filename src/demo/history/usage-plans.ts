import { createHash } from 'node:crypto';
import type { MeterIntake } from '../../core/catalogue/meter.ts';
import { type Period, periodOf } from '../../core/usage/period.ts';
import { demoCustomers, scriptedCustomers } from '../customers.ts';
import { day } from './script.ts';

const hourLong = 3_600_000;

/** What a customer uses of a dimension. */
export interface UsagePlan {
  readonly tenantId: string;
  readonly product: string;
  readonly dimension: string;
  readonly amount:
    | {
        /** By the end of each monthly period. The last one is the present period, until now. */
        readonly periods: readonly number[];
      }
    | { readonly perHour: number; readonly intake: MeterIntake };
  /** Hours before now that have usage of their own: `play-hours.ts` and `seed-usage.ts`. */
  readonly exceptLastHours?: number;
}

const used = (
  { tenantId }: { readonly tenantId: string },
  dimension: string,
  amount: UsagePlan['amount'],
  exceptLastHours?: number,
  product = 'aqueduct',
): UsagePlan => ({ tenantId, product, dimension, amount, ...(exceptLastHours && { exceptLastHours }) });

const { contoso, blueYonder } = demoCustomers;
const { alpine, fourthCoffee, margies, wideWorld, firstUp } = scriptedCustomers;
const { consolidated, cityPower, munsons, bestForYou, phoneCompany, lucerne } = scriptedCustomers;

const lastDay = 24;

const hourly = (perHour: number) => ({ perHour, intake: 'Records' }) as const;

/** API calls come as events, moved rows as hourly records. A Standard plan includes 100 API calls a month, Enterprise 250. */
export const usagePlans: readonly UsagePlan[] = [
  used(contoso, 'api-calls', { periods: [52, 61, 70, 78] }, lastDay),
  used(blueYonder, 'api-calls', { periods: [180, 205, 231, 262] }, lastDay),
  used(alpine, 'api-calls', { periods: [48, 92] }),
  used(fourthCoffee, 'api-calls', { periods: [38, 82, 150] }),
  used(margies, 'api-calls', { periods: [14, 31, 45] }),
  used(wideWorld, 'api-calls', { periods: [96, 140, 61] }),
  used(firstUp, 'api-calls', { periods: [35, 58] }),
  used(consolidated, 'api-calls', { periods: [41, 33] }),
  used(cityPower, 'api-calls', { periods: [94, 75] }),
  used(munsons, 'api-calls', { periods: [19] }),
  used(bestForYou, 'api-calls', { periods: [22] }),
  used(phoneCompany, 'api-calls', { periods: [37] }),
  used(blueYonder, 'rows-moved', hourly(6.5), lastDay),
  used(wideWorld, 'rows-moved', hourly(4)),
  used(cityPower, 'rows-moved', hourly(2.5)),
  used(phoneCompany, 'rows-moved', hourly(3.5)),
  // AWS takes whole units: what is left over is carried into the next report.
  used(lucerne, 'flow-runs', { perHour: 3.4, intake: 'Events' }, undefined, 'mosaic'),
];

/**
 * The hours of each weekday that have usage. Applications send what they counted every second day: events are accepted
 * for 24 hours, so a sending covers the afternoon of the day before and the morning. Sundays are quiet.
 */
const hoursOfWeekday: readonly (readonly number[])[] = [
  [],
  [14, 17],
  [7, 10],
  [14, 17],
  [7, 10],
  [14, 17],
  [7, 10],
];
const sendingWeekdays = [2, 4, 6];
const sendingTime = 11.5 * hourLong;
const saturday = 6;

/** The hours with usage that begin at `from` or later and end by `until`. */
export function hoursWithUsage(from: Date, until: Date): readonly Date[] {
  const hours: Date[] = [];
  for (let start = Math.floor(from.getTime() / day) * day; start < until.getTime(); start += day) {
    for (const hour of hoursOfWeekday[new Date(start).getUTCDay()] ?? []) {
      const begins = start + hour * hourLong;
      if (begins >= from.getTime() && begins + hourLong <= until.getTime()) hours.push(new Date(begins));
    }
  }
  return hours;
}

/** When the usage of an hour is sent. */
export function sendingOf(hour: Date): Date {
  let start = Math.floor(hour.getTime() / day) * day;
  while (!sendingWeekdays.includes(new Date(start).getUTCDay())) start += day;
  return new Date(start + sendingTime);
}

/** Lower on Saturdays, and never the same twice. */
export function weightOf({ tenantId, dimension }: UsagePlan, hour: Date): number {
  const name = `${tenantId} ${dimension} ${hour.toISOString()}`;
  const chance = (createHash('sha256').update(name).digest()[0] ?? 0) / 256;
  return (hour.getUTCDay() === saturday ? 0.4 : 1) * (0.75 + chance / 2);
}

/** The monthly period of the hour, and what has been used by its end. */
export function targetOf(
  { amount }: UsagePlan,
  terms: readonly Period[],
  hour: Date,
  now: Date,
): { readonly period: Period; readonly amount: number } | undefined {
  if (!('periods' in amount)) return undefined;
  const period = periodOf(terms, 'Month', hour);
  let last = periodOf(terms, 'Month', new Date(Math.floor(now.getTime() / hourLong) * hourLong));
  for (const target of amount.periods.toReversed()) {
    if (last.start.getTime() === period.start.getTime()) return { period, amount: target };
    last = periodOf(terms, 'Month', new Date(last.start.getTime() - hourLong));
  }
  return { period, amount: amount.periods[0] ?? 0 };
}

const least = 0.05;

/** The quantity of an hour: its part of what is left of the target, by the weights of the hours that are left. */
export function quantityOf(
  plan: UsagePlan,
  hour: Date,
  left: { readonly amount: number; readonly hours: readonly Date[] },
): number {
  const weight = weightOf(plan, hour);
  const exact =
    'perHour' in plan.amount
      ? plan.amount.perHour * weight
      : (left.amount * weight) / left.hours.reduce((sum, other) => sum + weightOf(plan, other), 0);
  return Math.max(least, Math.round(exact * 100) / 100);
}
