import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import { isSuccession, type LicenceEvent, readLicenceEvent } from './licence-event.ts';

const licence = 'arn:aws:license-manager::294406891311:license:l-9d01d15f86334a8894365cd7350556ff';

const envelope = {
  version: '0',
  id: '5a9e2c10-1111-4222-8333-444455556666',
  source: 'aws.agreement-marketplace',
  account: '111122223333',
  time: '2026-11-15T14:24:23Z',
  region: 'us-east-1',
  resources: ['arn:aws:aws-marketplace::aws:agreement:agmt-abc'],
};

const nothing: LicenceEvent = {
  eventId: envelope.id,
  type: null,
  typeName: '',
  at: new Date('2026-11-15T14:24:23.000Z'),
  agreementId: 'agmt-abc',
  previousAgreementId: null,
  status: null,
  licence: null,
  productCode: null,
  account: null,
};

const parties = {
  acceptor: { accountId: '444455556666' },
  proposer: { accountId: '111122223333' },
  offer: { id: 'offer-1' },
};
const read = { account: '444455556666' };

describe('an event', () => {
  it.each<[string, unknown, Partial<LicenceEvent>]>([
    [
      'Purchase Agreement Created - Manufacturer',
      {
        requestId: 'r',
        catalog: 'AWSMarketplace',
        agreement: {
          id: 'agmt-1',
          intent: 'NEW',
          status: 'ACTIVE',
          acceptanceTime: '2026-11-15T14:23:20Z',
          startTime: '2026-11-15T14:23:20Z',
          endTime: '9999-01-01T00:00:00Z',
        },
        product: { id: 'prod-1', title: 'Aqueduct' },
        ...parties,
      },
      {
        type: 'AgreementCreated',
        typeName: 'Purchase Agreement Created',
        agreementId: 'agmt-1',
        status: 'ACTIVE',
        ...read,
      },
    ],
    [
      'Purchase Agreement Created - Proposer',
      {
        agreement: {
          id: 'agmt-2',
          intent: 'RENEW',
          status: 'ACTIVE',
          endTime: '2027-11-15T00:00:00Z',
          previousAgreementId: 'agmt-1',
        },
        ...parties,
      },
      {
        type: 'AgreementCreated',
        typeName: 'Purchase Agreement Created',
        agreementId: 'agmt-2',
        previousAgreementId: 'agmt-1',
        status: 'ACTIVE',
        ...read,
      },
    ],
    [
      'Purchase Agreement Amended',
      { agreement: { id: 'agmt-1', intent: 'amend' }, autoRenewalEnabled: true },
      {
        type: 'AgreementAmended',
        typeName: 'Purchase Agreement Amended',
        agreementId: 'agmt-1',
      },
    ],
    [
      'Purchase Agreement Ended - Proposer',
      { agreement: { id: 'agmt-1', status: 'cancelled' } },
      {
        type: 'AgreementEnded',
        typeName: 'Purchase Agreement Ended',
        agreementId: 'agmt-1',
        status: 'CANCELLED',
      },
    ],
    [
      'License Updated - Manufacturer',
      {
        agreement: { id: 'agmt-1' },
        product: { code: 'abc123', id: 'prod-1' },
        license: { arn: licence.slice('arn:'.length) },
        ...parties,
      },
      {
        type: 'LicenceUpdated',
        typeName: 'License Updated',
        agreementId: 'agmt-1',
        productCode: 'abc123',
        licence: licence as LicenceEvent['licence'],
        ...read,
      },
    ],
    [
      'License Deprovisioned - Manufacturer',
      { license: { arn: licence }, product: { code: 'abc123' } },
      {
        type: 'LicenceDeprovisioned',
        typeName: 'License Deprovisioned',
        productCode: 'abc123',
        licence: licence as LicenceEvent['licence'],
      },
    ],
    ['Offer Released - Manufacturer', { offer: { id: 'offer-1' } }, { typeName: 'Offer Released' }],
    ['toString', {}, { typeName: 'toString' }],
    [
      'License Updated',
      { agreement: 7, license: { arn: 'l-1' }, product: [], acceptor: { accountId: '12' } },
      { type: 'LicenceUpdated', typeName: 'License Updated' },
    ],
    ['License Updated', null, { type: 'LicenceUpdated', typeName: 'License Updated' }],
  ])('%s %j', (type, detail, expected) => {
    expect(readLicenceEvent({ ...envelope, 'detail-type': type, detail })).toEqual({
      ...nothing,
      ...expected,
    });
  });

  it.each([[null], ['text'], [[]], [{}], [{ id: '' }], [{ id: 7 }], [{ id: 'x'.repeat(101) }]])(
    'without an id is refused: %j',
    (body) => {
      expect(isRefusal(readLicenceEvent(body))).toBe(true);
    },
  );

  it('of any content is read or refused', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (detail, resources, time) => {
        const event = readLicenceEvent({
          id: 'e',
          'detail-type': 'License Updated',
          detail,
          resources,
          time,
        });
        expect(isRefusal(event)).toBe(false);
      }),
    );
  });
});

it.each<[LicenceEvent['type'], LicenceEvent['status'], boolean]>([
  ['AgreementEnded', 'RENEWED', true],
  ['AgreementEnded', 'REPLACED', true],
  ['AgreementEnded', 'CANCELLED', false],
  ['AgreementEnded', 'EXPIRED', false],
  ['AgreementEnded', 'TERMINATED', false],
  ['AgreementEnded', null, false],
  ['LicenceDeprovisioned', null, false],
])('%s with the status %s is a succession: %s', (type, status, expected) => {
  expect(isSuccession({ type, status })).toBe(expected);
});
