import { describe, expect, it } from 'vitest';
import { nearestUse, risksOf, type SubscriptionFacts, usedPercent } from './at-risk.ts';

const now = new Date('2026-11-15T09:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);

const subscription = (rest: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  product: { slug: 'aqueduct', name: 'Aqueduct' },
  plan: { slug: 'standard', name: 'Standard' },
  status: 'Active',
  trialEndsAt: null,
  validUntil: null,
  renewsItself: false,
  activatedAt: inDays(-90),
  lastCallAt: inDays(0),
  callsRecordedSince: null,
  isProductCalled: true,
  uses: [],
  nearLimits: [],
  rejected: [],
  credentials: [],
  ...rest,
});

const used = (share: number, included = 1_000) => ({
  dimension: 'rows',
  name: 'Rows moved',
  used: BigInt(Math.round(share * included * 1_000_000)),
  included: BigInt(included * 1_000_000),
  start: inDays(-14),
  end: inDays(16),
});
const limited = (subject: string | null) => ({
  name: 'Rows moved',
  subject,
  used: 17_000_000n,
  quantity: 20_000_000n,
  start: inDays(-14),
  end: inDays(16),
});
const credential = (days: number) => ({
  connectionId: 'c',
  sourceName: 'Microsoft Marketplace',
  endsAt: inDays(days),
});
const rejected = { mappingId: 'm', dimensions: ['compute', 'rows'], checkedAt: inDays(-2) };

describe('the risks of a subscription', () => {
  it.each<[string, Partial<SubscriptionFacts>, readonly string[]]>([
    ['none', {}, []],
    ['79.99 % used', { uses: [used(0.7999)] }, []],
    ['80 % used', { uses: [used(0.8)] }, ['NearIncluded']],
    ['all used', { uses: [used(1)] }, ['NearIncluded']],
    ['a millionth more than is included', { uses: [used(1.000001)] }, ['OverIncluded']],
    ['two dimensions', { uses: [used(0.9), used(1.5)] }, ['OverIncluded', 'NearIncluded']],
    ['a usage limit', { nearLimits: [limited(null)] }, ['NearLimit']],
    ['a trial that ends in 30 days', { trialEndsAt: inDays(30) }, ['TrialEnding']],
    ['a trial that ends later', { trialEndsAt: inDays(30.01) }, []],
    ['a trial with a term', { trialEndsAt: inDays(5), validUntil: inDays(5) }, ['TrialEnding']],
    ['a trial that renews itself', { trialEndsAt: inDays(5), renewsItself: true }, ['TrialEnding']],
    ['a term that ends in 30 days', { validUntil: inDays(30) }, ['TermEnding']],
    ['a term that ends later', { validUntil: inDays(31) }, []],
    ['a term that renews itself', { validUntil: inDays(3), renewsItself: true }, []],
    ['the last call 14 days ago', { lastCallAt: inDays(-14) }, ['NoCalls']],
    ['a later call', { lastCallAt: inDays(-13.99) }, []],
    ['never a call', { lastCallAt: null }, ['NoCalls']],
    ['never a call, activated lately', { lastCallAt: null, activatedAt: inDays(-13) }, []],
    ['activated again since the last call', { lastCallAt: inDays(-40), activatedAt: inDays(-2) }, []],
    ['no call stored yet', { lastCallAt: null, callsRecordedSince: inDays(-3) }, []],
    ['no call since they are stored', { lastCallAt: null, callsRecordedSince: inDays(-20) }, ['NoCalls']],
    ['a product that nobody asks about', { lastCallAt: null, isProductCalled: false }, []],
    ['a dimension that the marketplace does not have', { rejected: [rejected] }, ['UsageWillBeRejected']],
    ['a credential that ends in 30 days', { credentials: [credential(30)] }, ['CredentialEnding']],
    ['a credential that has ended', { credentials: [credential(-1)] }, ['CredentialEnding']],
    ['a credential that ends later', { credentials: [credential(31)] }, []],
    [
      'everything',
      {
        uses: [used(0.9)],
        rejected: [rejected],
        credentials: [credential(2)],
        validUntil: inDays(9),
        lastCallAt: null,
      },
      ['NearIncluded', 'UsageWillBeRejected', 'CredentialEnding', 'TermEnding', 'NoCalls'],
    ],
    ['suspended', { status: 'Suspended', uses: [used(2)], validUntil: inDays(1) }, []],
    ['pending', { status: 'Pending', lastCallAt: null }, []],
  ])('%s', (_, facts, kinds) => {
    expect(risksOf([subscription(facts)], now).map(({ kind }) => kind)).toEqual(kinds);
  });
});

it('each risk says why, since when, until when, and where to act', () => {
  const facts = subscription({
    uses: [used(1.2345)],
    rejected: [rejected],
    credentials: [credential(10)],
    validUntil: inDays(9),
    lastCallAt: inDays(-20),
  });
  const told = risksOf([facts], now).map(({ text, since, until, link }) => ({ text, since, until, link }));
  const { subscriptionId, tenantId } = facts;
  const open = { label: 'Open subscription', path: `subscriptions/${subscriptionId}` };
  expect(told).toEqual([
    {
      text: 'Aqueduct: 123 % of the included Rows moved used (1,234.5 of 1,000).',
      since: inDays(-14),
      until: inDays(16),
      link: open,
    },
    {
      text: 'Aqueduct: usage of compute, rows will be rejected. The marketplace has no such dimension of the plan Standard.',
      since: inDays(-2),
      until: null,
      link: { label: 'Correct the mapping', path: 'plan-mappings?mapping=m' },
    },
    {
      text: 'Aqueduct: without a valid credential of the marketplace connection Microsoft Marketplace, usage is not billed.',
      since: inDays(-20),
      until: inDays(10),
      link: { label: 'Replace the credential', path: 'settings/marketplace/c' },
    },
    {
      text: 'Aqueduct: Standard does not renew itself.',
      since: inDays(-21),
      until: inDays(9),
      link: open,
    },
    {
      text: 'Aqueduct: no call for 20 days, although the subscription is active.',
      since: inDays(-20),
      until: null,
      link: { label: 'Check the access', path: `customers/${tenantId}?product=aqueduct` },
    },
  ]);
});

it('of several ends the next comes first', () => {
  const ends = [20, 3, 11].map((days) => subscription({ validUntil: inDays(days) }));
  expect(risksOf(ends, now).map(({ until }) => until)).toEqual([3, 11, 20].map(inDays));
});

it('the nearest dimension is the one with the highest share, and its share is rounded down', () => {
  const nearest = nearestUse([used(0.2, 10_000), used(0.999, 7), used(0.5, 1)]);
  expect(nearest).toEqual(used(0.999, 7));
  expect(nearest && usedPercent(nearest)).toBe(99);
  expect(nearestUse([])).toBeUndefined();
});
