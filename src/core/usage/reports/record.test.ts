import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal, type ValidationIssue } from '../../refusal.ts';
import { readUsageEnvelope, readUsageRecord, type UsageRecord } from './record.ts';

const raw = {
  tenantId: '6F9619FF-8B86-D011-B42D-00CF4FC964FF',
  product: 'aqueduct',
  plan: 'gold',
  dimension: 'api-Calls',
  quantity: 12.5,
  usageStartAt: '2026-11-15T11:30:00+02:00',
};

const brokenRules = (value: unknown) =>
  isRefusal(value)
    ? (value.args.issues as readonly ValidationIssue[]).map(({ path, rule }) => `${path} ${rule}`.trim())
    : [];

describe('readUsageRecord', () => {
  const record: UsageRecord = {
    tenantId: '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
    product: 'aqueduct',
    plan: 'gold',
    subscriptionId: null,
    dimension: 'api-Calls',
    quantity: 12_500_000 as UsageRecord['quantity'],
    hour: new Date('2026-11-15T09:00:00.000Z'),
  };

  it.each<[string, object, UsageRecord]>([
    ['whole', raw, record],
    ['without a plan', { ...raw, plan: undefined }, { ...record, plan: null }],
    [
      'with a subscription',
      { ...raw, subscriptionId: '0198F6A2-6C1E-7D70-9A53-9E16A1B010A8' },
      { ...record, subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8' },
    ],
    ['with null for a subscription', { ...raw, subscriptionId: null }, record],
    ['with null for a plan', { ...raw, plan: null }, { ...record, plan: null }],
    ['with members nobody knows', { ...raw, meter: 'x' }, record],
    ['of nothing', { ...raw, quantity: 0 }, { ...record, quantity: 0 as UsageRecord['quantity'] }],
    ['of a product that cannot be', { ...raw, product: 'No Slug' }, { ...record, product: 'No Slug' }],
    ['of a slug of 64', { ...raw, product: 'x'.repeat(64) }, { ...record, product: 'x'.repeat(64) }],
  ])('parses %s', (_case, value, expected) => {
    expect(readUsageRecord({ ...value })).toEqual(expected);
  });

  it.each<[string, object, string[]]>([
    [
      'empty',
      {},
      [
        'tenantId required',
        'product required',
        'dimension required',
        'quantity required',
        'usageStartAt required',
      ],
    ],
    [
      'of other types',
      { tenantId: 1, product: true, plan: {}, dimension: [], quantity: '1', usageStartAt: 1794733200 },
      ['tenantId type', 'product type', 'plan type', 'dimension type', 'quantity type', 'usageStartAt type'],
    ],
    [
      'all null',
      { tenantId: null, product: null, plan: null, dimension: null, quantity: null, usageStartAt: null },
      ['tenantId type', 'product type', 'dimension type', 'quantity type', 'usageStartAt type'],
    ],
    [
      'all blank',
      { tenantId: '', product: '', plan: '', dimension: '', quantity: 0, usageStartAt: '' },
      [
        'tenantId minLength',
        'product minLength',
        'plan minLength',
        'dimension minLength',
        'usageStartAt minLength',
      ],
    ],
    ['no UUID', { ...raw, tenantId: 'contoso' }, ['tenantId format']],
    ['too long a product', { ...raw, product: 'x'.repeat(65) }, ['product maxLength']],
    ['too long a plan', { ...raw, plan: 'x'.repeat(65) }, ['plan maxLength']],
    ['too long a dimension', { ...raw, dimension: 'x'.repeat(101) }, ['dimension maxLength']],
    ['a prefix before the UUID', { ...raw, tenantId: `urn:uuid:${raw.tenantId}` }, ['tenantId format']],
    [
      'NUL, and half of a surrogate pair',
      { ...raw, product: 'forum\0', plan: '\0', dimension: 'a\ud800', tenantId: `${raw.tenantId}\0` },
      ['tenantId text', 'product text', 'plan text', 'dimension text'],
    ],
    ['a leap second', { ...raw, usageStartAt: '2016-12-31T23:59:60Z' }, ['usageStartAt format']],
    ['less than nothing', { ...raw, quantity: -1 }, ['quantity minimum']],
    ['too much', { ...raw, quantity: 1_000_000_001 }, ['quantity maximum']],
    ['too fine', { ...raw, quantity: 0.1234567 }, ['quantity decimals']],
    ['no timestamp', { ...raw, usageStartAt: 'yesterday' }, ['usageStartAt format']],
    ['no offset', { ...raw, usageStartAt: '2026-11-15T09:00:00' }, ['usageStartAt format']],
  ])('refuses %s', (_case, value, expected) => {
    expect(brokenRules(readUsageRecord(value as Record<string, unknown>))).toEqual(expected);
  });

  it('parses any JSON as a record or a refusal with reasons', () => {
    const anyMember = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(raw)));
    const anyRaw = fc.record(
      {
        tenantId: anyMember,
        product: anyMember,
        plan: anyMember,
        dimension: anyMember,
        quantity: anyMember,
        usageStartAt: anyMember,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyRaw, (value) => {
        const read = readUsageRecord(value);
        if (isRefusal(read)) expect(brokenRules(read).length).toBeGreaterThan(0);
        else expect(Object.keys(read)).toEqual(Object.keys(readUsageRecord(raw)));
      }),
    );
  });
});

describe('readUsageEnvelope', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({}));

  it.each<[string, unknown, number]>([
    ['one record', { records: [raw] }, 1],
    ['a hundred', { records: many(100) }, 100],
    ['with members nobody knows', { records: [{}], version: 2 }, 1],
  ])('parses %s', (_case, body, count) => {
    expect(readUsageEnvelope(body)).toHaveLength(count);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['type']],
    ['null', null, ['type']],
    ['a list', [raw], ['type']],
    ['text', 'records', ['type']],
    ['no records', {}, ['records required']],
    ['null for records', { records: null }, ['records type']],
    ['an object for records', { records: { 0: raw, length: 1 } }, ['records type']],
    ['none', { records: [] }, ['records minItems']],
    ['a hundred and one', { records: many(101) }, ['records maxItems']],
    [
      'items that are no objects',
      { records: [raw, null, [raw], raw, 'x', 1] },
      ['records.1 type', 'records.2 type', 'records.4 type', 'records.5 type'],
    ],
  ])('refuses as a whole %s', (_case, body, expected) => {
    const refusal = readUsageEnvelope(body);
    expect(brokenRules(refusal)).toEqual(expected);
    expect(refusal).toMatchObject({ code: 'request.validation_failed' });
  });
});
