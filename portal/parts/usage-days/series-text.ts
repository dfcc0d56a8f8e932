import { formatCount, formatNumber } from '../format/format-number.ts';
import { periodTexts } from '../format/usage-limit-text.ts';
import type { UsageSeries } from './queries.ts';

/** The key of a dimension in the URL; a slug has no slash. */
export const keyOf = ({ product, dimension }: Pick<UsageSeries, 'product' | 'dimension'>) =>
  `${product}/${dimension}`;

/** `Rows moved (million rows)`. */
export const titleOf = ({ name, unit }: Pick<UsageSeries, 'name' | 'unit'>) =>
  unit === null ? name : `${name} (${unit})`;

type Allowance = Pick<UsageSeries, 'included' | 'limit' | 'usageLimits'>;

/** The lines to compare with, in words. */
export function allowanceText({ included, limit, usageLimits }: Allowance): string {
  const parts = [
    ...(included ? [`${formatNumber(included.quantity)} included ${periodTexts[included.per]}`] : []),
    ...(limit === null ? [] : [`limit of ${formatNumber(limit)}`]),
    ...usageLimits.map(({ quantity, per }) => `usage limit of ${formatNumber(quantity)} ${periodTexts[per]}`),
  ];
  return parts.join(', ');
}

/** The facts beside a chart. */
export function factsOf(series: UsageSeries): string {
  const { total, subscriptions } = series;
  const allowance = allowanceText(series);
  return [
    `${formatNumber(total)} in this range`,
    ...(subscriptions > 1 ? [`by ${formatCount(subscriptions, 'subscription')}`] : []),
    ...(allowance === '' ? [] : [allowance]),
  ].join(', ');
}

/** Its title, with the product where several have usage. */
export function namedOf(series: UsageSeries, all: readonly UsageSeries[]): string {
  const isOfSeveral = all.some(({ product }) => product !== series.product);
  return isOfSeveral && series.productName !== ''
    ? `${series.productName}: ${titleOf(series)}`
    : titleOf(series);
}

/** The chart in words, for people who do not see it. */
export function seriesText(series: UsageSeries): string {
  const used = series.days.filter(({ quantity }) => quantity > 0);
  const top = used.reduce<(typeof used)[number] | undefined>(
    (most, day) => (most === undefined || day.quantity > most.quantity ? day : most),
    undefined,
  );
  const allowance = allowanceText(series);
  return [
    `${titleOf(series)}: ${formatNumber(series.total)} in ${formatCount(series.days.length, 'day')}`,
    ...(top ? [`most on ${top.day} with ${formatNumber(top.quantity)}`] : []),
    ...(allowance === '' ? [] : [allowance]),
  ].join('; ');
}

/** Whether the running total of a period is compared with something. */
export const isCompared = (series: Allowance) => comparedPer(series) !== undefined;

/** The period of the running total, as the service chooses it. */
export function comparedPer({ included, limit, usageLimits }: Allowance) {
  if (included) return included.per;
  if (limit !== null) return 'Month';
  return usageLimits.map(({ per }) => per).find((per) => per !== 'Day');
}
