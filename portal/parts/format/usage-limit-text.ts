import { unitText } from './unit-text.ts';

export interface UsageLimit {
  readonly quantity: number;
  readonly per: 'Day' | 'Month' | 'Year' | 'Term';
  readonly action: 'Deny' | 'Warn';
}

export const periodTexts = { Day: 'a day', Month: 'a month', Year: 'a year', Term: 'a term' } as const;

export const actionTexts = {
  Deny: 'Deny reservations beyond it',
  Warn: 'Only announce use beyond it',
} as const;

/** `20 calls a month`, `500 GB a day, announced only`. Null: there is none. */
export function usageLimitText(limit: UsageLimit | null | undefined, unit: string): string {
  if (!limit) return 'None';
  const { quantity, per, action } = limit;
  return `${unitText(quantity, unit)} ${periodTexts[per]}${action === 'Warn' ? ', announced only' : ''}`;
}
