import { expect, it } from 'vitest';
import { type Agreement, endOfAgreementAt, pairWithAgreements } from './agreement.ts';
import type { LicenceArn } from './licence-address.ts';
import type { Licence } from './licence-subscription.ts';

const now = new Date('2026-11-15T09:00:00Z');
const earlier = new Date('2026-11-15T08:00:00Z');
const agreement = (changes: Partial<Agreement> = {}): Agreement => ({
  agreementId: 'agmt-1',
  account: '222233334444',
  status: 'ACTIVE',
  acceptedAt: earlier,
  endsAt: new Date('9999-01-01T00:00:00Z'),
  ...changes,
});
const licence = (name: string, account = '222233334444'): Licence => ({
  licence: name as LicenceArn,
  sourceName: 'Shop',
  productCode: 'code',
  account,
  agreementId: null,
  isFreeTrial: false,
  isContract: false,
  tenantId: null,
  seenAt: now,
  activeAt: null,
  endedAt: null,
  succeededBy: null,
});

it.each<[string, Date | null, Date | null]>([
  ['ACTIVE', earlier, null],
  ['RENEWED', earlier, null],
  ['REPLACED', earlier, null],
  ['SUPERSEDED', earlier, null],
  ['A_STATUS_OF_LATER', earlier, null],
  ['CANCELLED', earlier, earlier],
  ['CANCELLED', new Date('9999-01-01T00:00:00Z'), now],
  ['TERMINATED', null, now],
  ['EXPIRED', earlier, earlier],
  ['ARCHIVED', earlier, earlier],
  ['ROLLED_BACK', earlier, earlier],
])('an agreement that is %s with the end %s ended at %s', (status, endsAt, endedAt) => {
  expect(endOfAgreementAt(agreement({ status, endsAt }), now)).toEqual(endedAt);
});

const other = { agreementId: 'agmt-2' };
it.each<[string, readonly Licence[], readonly Agreement[], readonly string[]]>([
  ['one of each', [licence('l-1')], [agreement()], ['l-1 agmt-1']],
  ['two agreements', [licence('l-1')], [agreement(), agreement(other)], []],
  ['two licences', [licence('l-1'), licence('l-2')], [agreement()], []],
  ['an agreement of another account', [licence('l-1')], [agreement({ account: '333344445555' })], []],
  ['an agreement without an account', [licence('l-1')], [agreement({ account: null })], []],
  [
    'two accounts',
    [licence('l-1'), licence('l-2', '333344445555')],
    [agreement({ account: '333344445555' }), agreement(other)],
    ['l-1 agmt-2', 'l-2 agmt-1'],
  ],
])('licences belong to agreements: %s', (_, licences, agreements, pairs) => {
  const found = pairWithAgreements(licences, agreements);
  expect(found.map((pair) => `${pair.licence.licence} ${pair.agreement.agreementId}`)).toEqual(pairs);
});
