import { formatNumber, formatPercent } from '../../../parts/format/format-number.ts';
import type { UsageMeter } from './queries.ts';

type MeterUse = Pick<
  UsageMeter,
  'included' | 'used' | 'remaining' | 'overage' | 'isBilled' | 'pending' | 'reported' | 'accepted'
>;

const periodNames = { Month: 'this month', Year: 'this year', Term: 'this term' } as const;

/** From this part of the included quantity on, the meter asks for attention. */
const attentionFrom = 0.8;

export interface MeterText {
  /** `82 of 100 used this month`. The unit is beside the name: it has no plural. */
  readonly headline: string;
  /** What is left, or what exceeds the included quantity. */
  readonly detail: string;
  /** The reports of the period. */
  readonly reports: string;
  readonly tone: 'good' | 'attention';
  /** Parts of the bar, in percent; null: nothing is included, so there is nothing to compare with. */
  readonly bar: { readonly included: number; readonly overage: number } | null;
}

/** The usage of a period in words, so that nobody depends on the colours of the bar. */
export function meterText(meter: MeterUse): MeterText {
  const { included, used, remaining, overage, isBilled } = meter;
  const reports = isBilled ? reportsText(meter) : 'Counted only: no marketplace bills this subscription.';
  if (included === null) {
    return {
      headline: `${formatNumber(used)} used`,
      detail: isBilled ? 'Nothing is included: all usage is reported.' : 'Nothing is included.',
      reports,
      tone: 'good',
      bar: null,
    };
  }
  const percent = formatPercent(used / included.quantity);
  const isOver = overage > 0;
  return {
    headline: `${formatNumber(used)} of ${formatNumber(included.quantity)} used ${periodNames[included.per]}`,
    detail: isOver
      ? `${percent}: ${formatNumber(overage)} above the included quantity.`
      : `${percent}: ${formatNumber(remaining ?? 0)} left.`,
    reports,
    tone: used >= attentionFrom * included.quantity ? 'attention' : 'good',
    bar: isOver
      ? { included: (100 * included.quantity) / used, overage: (100 * overage) / used }
      : { included: (100 * used) / included.quantity, overage: 0 },
  };
}

function reportsText({ pending, reported, accepted }: MeterUse): string {
  if (reported === 0 && pending === 0) return 'Nothing to report yet.';
  const open = pending > 0 ? `, ${formatNumber(pending)} not reported yet` : '';
  return `${formatNumber(reported)} reported, ${formatNumber(accepted)} of it accepted${open}.`;
}
