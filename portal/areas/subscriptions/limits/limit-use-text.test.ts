import { expect, it } from 'vitest';
import { limitUseText } from './limit-use-text.ts';

const limit = { quantity: 20, per: 'Month', action: 'Deny', setBy: 'Plan', subject: null } as const;
const use = (used: number, reserved: number, percent: number) => ({ used, reserved, percent });

it.each([
  [
    { ...limit, use: null },
    'Plan: 20 calls a month',
    'Nothing used since it was set or its period began.',
    null,
  ],
  [{ ...limit, use: use(15, 0, 75) }, 'Plan: 20 calls a month', '15 used: 75 %', null],
  [
    { ...limit, setBy: 'Partner', use: use(15, 1, 80) } as const,
    'Override: 20 calls a month',
    '15 used, 1 reserved: 80 %',
    'Near the limit',
  ],
  [
    { ...limit, setBy: 'Customer', subject: 'agent-7', use: use(25, 0, 125) } as const,
    'Customer’s ceiling for agent-7: 20 calls a month',
    '25 used: 125 %',
    'Reached',
  ],
])('%j', (given, text, used, warning) => {
  expect(limitUseText(given, 'call')).toEqual({ limit: text, use: used, warning });
});
