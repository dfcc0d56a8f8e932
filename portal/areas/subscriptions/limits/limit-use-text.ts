import { formatNumber } from '../../../parts/format/format-number.ts';
import { type UsageLimit, usageLimitText } from '../../../parts/format/usage-limit-text.ts';

interface LimitWithUse extends UsageLimit {
  readonly setBy: 'Plan' | 'Partner' | 'Customer';
  readonly subject: string | null;
  readonly use: { readonly used: number; readonly reserved: number; readonly percent: number } | null;
}

const setters = { Plan: 'Plan', Partner: 'Override', Customer: 'Customer’s ceiling' } as const;

/** From this part of a limit on, the customer is near it. */
const nearPercent = 80;

interface LimitUseText {
  /** `Override: 50 calls a month` */
  readonly limit: string;
  /** `42 used, 3 reserved: 90 %` */
  readonly use: string;
  /** Null: there is enough left. */
  readonly warning: 'Reached' | 'Near the limit' | null;
}

/** A limit in force and its use, in words. */
export function limitUseText({ setBy, subject, use, ...limit }: LimitWithUse, unit: string): LimitUseText {
  const named = `${setters[setBy]}${subject === null ? '' : ` for ${subject}`}`;
  return {
    limit: `${named}: ${usageLimitText(limit, unit)}`,
    use: use === null ? 'Nothing used since it was set or its period began.' : usedText(use),
    warning:
      use === null || use.percent < nearPercent ? null : use.percent >= 100 ? 'Reached' : 'Near the limit',
  };
}

function usedText({ used, reserved, percent }: NonNullable<LimitWithUse['use']>): string {
  const held = reserved > 0 ? `, ${formatNumber(reserved)} reserved` : '';
  return `${formatNumber(used)} used${held}: ${formatNumber(percent)} %`;
}
