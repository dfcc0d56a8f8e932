import { describe, expect, it } from 'vitest';
import type { MarketplacePlan } from '../fulfilment-service.ts';
import { judgeConnection } from './connection-check.ts';
import { type ConnectionFacts, checks, type Finding } from './connection-finding.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
const answered = <Value>(value: Value) => ({ outcome: 'answered', value }) as const;
const wrong = { outcome: 'failed', reason: 'no.', isConfiguration: true } as const;
const absent = { ...wrong, reason: 'The marketplace answered 404.', isMissing: true } as const;
const away = { ...wrong, reason: 'away.', isConfiguration: false } as const;

function listed(planId: string, rest: Partial<MarketplacePlan> = {}): MarketplacePlan {
  return {
    planId,
    displayName: planId,
    isPrivate: false,
    isPricePerSeat: false,
    isStopSell: false,
    dimensions: [],
    ...rest,
  };
}
const metered = (...ids: string[]) => ({
  dimensions: ids.map((id) => ({
    id,
    displayName: id,
    unitOfMeasure: '',
  })),
});
const mapped = (planId: string, rest: object = {}) => ({
  mappingId: `mapping of ${planId}`,
  offerId: 'forum',
  planId,
  product: 'forum',
  plan: planId,
  isPerUser: false,
  dimensions: [],
  ...rest,
});
const sold = (planId: string, isLive = true) => ({ offerId: 'forum', planId, isLive });
const offering = (...plans: MarketplacePlan[]) => [{ offerId: 'forum', plans: answered(plans) }];

const sound: ConnectionFacts = {
  sourceName: 'Shop',
  credentialEndsAt: inDays(100),
  token: answered(null),
  sold: answered([sold('basic')]),
  offers: offering(listed('basic')),
  mappings: [mapped('basic')],
  metering: answered(null),
  webhook: answered(null),
  lastCallAt: inDays(-1),
  canSignIn: true,
};
const judge = (changes: Partial<ConnectionFacts>) => judgeConnection({ ...sound, ...changes }, now);
const outcomes = (findings: readonly Finding[], check: Finding['check']) =>
  findings.filter((finding) => finding.check === check).map(({ outcome }) => outcome);

it('a correct connection passes every check and needs no remedy', () => {
  const findings = judge({});
  expect(findings.map(({ check }) => check)).toEqual(checks);
  expect(findings.filter(({ outcome, howToMend }) => outcome !== 'Fine' || howToMend !== null)).toEqual([]);
});

it.each<[string, Partial<ConnectionFacts>, Finding['check'], readonly Finding['outcome'][]]>([
  ['a wrong secret', { token: wrong }, 'credential', ['Failing']],
  ['an unreachable provider', { token: away }, 'credential', ['Warning']],
  ['no token', { token: wrong, sold: away }, 'fulfilment', ['NotChecked']],
  ['no token', { token: wrong, metering: away }, 'metering', ['NotChecked']],
  ['an unknown end', { credentialEndsAt: null }, 'credentialEnd', ['Warning']],
  ['an end in 61 days', { credentialEndsAt: inDays(61) }, 'credentialEnd', ['Fine']],
  ['an end in 60 days', { credentialEndsAt: inDays(60) }, 'credentialEnd', ['Warning']],
  ['an end that is over', { credentialEndsAt: now }, 'credentialEnd', ['Failing']],
  ['another application in the offer', { sold: wrong }, 'fulfilment', ['Failing']],
  ['an unreachable marketplace', { sold: away }, 'fulfilment', ['Warning']],
  ['a list that cannot be read', { sold: away, offers: [] }, 'plans', ['NotChecked']],
  ['a list that cannot be read', { sold: away, offers: [] }, 'dimensions', ['NotChecked']],
  ['metering that refuses', { metering: wrong }, 'metering', ['Failing']],
  ['unreachable metering', { metering: away }, 'metering', ['Warning']],
  ['a webhook that leads elsewhere', { webhook: wrong }, 'webhook', ['Failing']],
  ['a webhook that was never called', { lastCallAt: null }, 'webhook', ['Warning']],
  ['a landing page without sign-in', { canSignIn: false }, 'landingPage', ['Failing']],
])('reports %s', (_, changes, check, expected) => {
  const findings = judge(changes);
  expect(outcomes(findings, check)).toEqual(expected);
  const silent = findings.filter(({ outcome, howToMend }) => /Warning|Failing/.test(outcome) && !howToMend);
  expect(silent).toEqual([]);
});

it.each<[string, Partial<ConnectionFacts>, Finding['check'], string, string]>([
  [
    'metering',
    { metering: absent },
    'metering',
    'has no metering service: The marketplace answered 404.',
    'emulators',
  ],
  [
    'fulfilment',
    { sold: absent },
    'fulfilment',
    'has no fulfilment service: The marketplace answered 404.',
    'address',
  ],
])('names the missing service: %s', (_case, changes, check, what, howToMend) => {
  const found = judge(changes).find((one) => one.check === check);
  expect(found?.what).toContain(what);
  expect(found?.howToMend).toContain(howToMend);
  expect(found?.howToMend).not.toContain('client id');
});

describe('the check of plans', () => {
  it.each<[string, Partial<ConnectionFacts>, readonly string[]]>([
    ['nothing mapped', { mappings: [], sold: answered([]), offers: [] }, ['Failing No plan is mapped']],
    ['sold, and not mapped', { sold: answered([sold('gold'), sold('gold')]) }, ['Failing The plan gold']],
    ['sold once, and over', { sold: answered([sold('gold', false)]) }, ['Fine 1 mapped']],
    [
      'for sale, and not mapped',
      { offers: offering(listed('basic'), listed('gold')) },
      ['Warning The plan gold'],
    ],
    [
      'sold, for sale, and not mapped: said once',
      { sold: answered([sold('gold')]), offers: offering(listed('basic'), listed('gold')) },
      ['Failing The plan gold'],
    ],
    [
      'not for sale any more, and not mapped',
      { offers: offering(listed('basic'), listed('gold', { isStopSell: true })) },
      ['Fine 1 mapped'],
    ],
    ['mapped, and not listed', { offers: offering() }, ['Warning The plan basic']],
    [
      'by the seat there, flat here',
      { offers: offering(listed('basic', { isPricePerSeat: true })) },
      ['Failing The plan basic'],
    ],
    [
      'flat there, by the seat here',
      { mappings: [mapped('basic', { isPerUser: true })] },
      ['Failing The plan basic'],
    ],
    [
      'an offer that nobody has bought',
      {
        mappings: [mapped('basic'), mapped('a', { offerId: 'lantern' }), mapped('b', { offerId: 'lantern' })],
      },
      ['Fine 1 mapped', 'NotChecked The plans of the offer lantern'],
    ],
    [
      'plans that cannot be read',
      { offers: [{ offerId: 'forum', plans: away }] },
      ['NotChecked The plans of'],
    ],
  ])('reports plans: %s', (_, changes, expected) => {
    const found = judge(changes).filter(({ check }) => check === 'plans');
    expect(
      found.map(({ outcome, what }, index) => `${outcome} ${what}`.slice(0, expected[index]?.length)),
    ).toEqual(expected);
  });
});

describe('the check of dimensions', () => {
  const compare = (ours: readonly string[], ...theirs: string[]) =>
    judge({
      mappings: [mapped('basic', { dimensions: ours })],
      offers: offering(listed('basic', metered(...theirs))),
    });
  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [[], [], ['Fine']],
    [['rows'], ['rows'], ['Fine']],
    [['rows'], ['Rows'], ['Failing', 'Warning']],
    [['rows'], [], ['Failing']],
    [[], ['rows'], ['Warning']],
  ])('compares ours %j with theirs %j', (ours, theirs, expected) => {
    expect(outcomes(compare(ours, ...theirs), 'dimensions')).toEqual(expected);
  });
});
