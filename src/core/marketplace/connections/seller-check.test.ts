import { expect, it } from 'vitest';
import type { CallResult } from './connection-finding.ts';
import { judgeSeller, type SellerFacts } from './seller-check.ts';

const now = new Date('2026-11-18T09:00:00Z');
const granted: CallResult<null> = { outcome: 'answered', value: null };
const denied = {
  outcome: 'failed',
  reason: 'AccessDeniedException.',
  isConfiguration: true,
} as const;
const facts: SellerFacts = {
  credentialEndsAt: null,
  mappings: [],
  webhook: granted,
  lastCallAt: null,
  canSignIn: true,
  rights: {
    ResolveCustomer: granted,
    BatchMeterUsage: granted,
    GetEntitlements: granted,
    SearchAgreements: granted,
    DescribeAgreement: granted,
  },
};
const judge = (changes: Partial<SellerFacts>) => judgeSeller({ ...facts, ...changes }, now);

it('names a missing right, and how to grant it', () => {
  const found = judge({ rights: { ...facts.rights, BatchMeterUsage: denied } });
  const [metering] = found.filter(({ check }) => check === 'metering');
  expect(metering).toMatchObject({
    outcome: 'Failing',
    what: expect.stringContaining('The right BatchMeterUsage is missing'),
    howToMend: expect.stringContaining('Grant BatchMeterUsage'),
  });
});

it.each([
  ['none is entered', null, []],
  ['it is far', new Date('2027-11-18T09:00:00Z'), ['Fine']],
  ['it is near', new Date('2026-11-20T09:00:00Z'), ['Warning']],
  ['it is over', new Date('2026-11-17T09:00:00Z'), ['Failing']],
])('judges the end of an access key: %s', (_, credentialEndsAt, outcomes) => {
  const found = judge({ credentialEndsAt }).filter(({ check }) => check === 'credentialEnd');
  expect(found.map(({ outcome }) => outcome)).toEqual(outcomes);
  for (const { howToMend } of found) expect(howToMend ?? 'access key').toContain('access key');
});

it('says how events begin', () => {
  const [webhook] = judge({}).filter(({ check }) => check === 'webhook');
  expect(webhook?.howToMend).toContain('X-Tessera-Event-Secret');
});
