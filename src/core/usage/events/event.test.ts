import { describe, expect, it } from 'vitest';
import { isRefusal, type ValidationIssue } from '../../refusal.ts';
import { readCloudEvent, readCloudEvents } from './cloud-event.ts';
import { identityText, isRefusedEvent, readEventEnvelope, readMeterEvent } from './event.ts';

const tenantId = 'B0000000-0000-4000-8000-000000000001';
const written = {
  id: 'e-1',
  tenantId,
  product: 'aqueduct',
  dimension: 'rows-moved',
  occurredAt: '2026-11-16T09:30:00Z',
};
const without = (member: keyof typeof written) => {
  const { [member]: _, ...rest } = written;
  return rest;
};

const read = (members: object) => readMeterEvent({ members: { ...members } }, 'client');
const issuesOf = (members: object) => {
  const event = read(members);
  if (!isRefusedEvent(event)) return [];
  const issues = event.refusal.args.issues as ValidationIssue[];
  return issues.map(({ path, rule }) => `${path} ${rule}`);
};

describe('a usage event', () => {
  it('is parsed, with the API client as its source', () => {
    expect(read(written)).toEqual({
      ...written,
      source: 'client',
      tenantId: tenantId.toLowerCase(),
      plan: null,
      subscriptionId: null,
      quantity: null,
      uniqueKey: null,
      occurredAt: new Date(written.occurredAt),
    });
    expect(read({ ...written, source: 'node-7', quantity: 2.5, uniqueKey: 'u' })).toMatchObject({
      source: 'node-7',
      quantity: 2_500_000,
      uniqueKey: 'u',
    });
  });

  it.each<[string, object, string[]]>([
    [
      'nothing',
      {},
      ['id', 'tenantId', 'product', 'dimension', 'occurredAt'].map((path) => `${path} required`),
    ],
    ['an empty id', { ...written, id: '' }, ['id minLength']],
    ['128 characters', { ...written, id: 'x'.repeat(128) }, []],
    ['a long id', { ...written, id: 'x'.repeat(129) }, ['id maxLength']],
    ['a line break', { ...written, id: 'a\nb' }, ['id printable']],
    ['a numeric id', { ...written, id: 1 }, ['id type']],
    ['no source', { ...written, source: null }, []],
    ['an empty source', { ...written, source: '' }, ['source minLength']],
    ['an invalid tenant', { ...written, tenantId: 'contoso' }, ['tenantId format']],
    ['half a millionth', { ...written, quantity: 0.0000005 }, ['quantity decimals']],
    ['less than nothing', { ...written, quantity: -1 }, ['quantity minimum']],
    ['a quantity in words', { ...written, quantity: '1' }, ['quantity type']],
    ['an empty key', { ...written, uniqueKey: '' }, ['uniqueKey minLength']],
    ['a long key', { ...written, uniqueKey: 'x'.repeat(257) }, ['uniqueKey maxLength']],
    ['a local time', { ...written, occurredAt: '2026-11-16T09:30:00' }, ['occurredAt format']],
    ['several', { ...without('product'), occurredAt: 7 }, ['product required', 'occurredAt type']],
  ])('%s', (_case, members, expected) => {
    expect(issuesOf(members)).toEqual(expected);
  });

  it('has an identity even if the rest is invalid', () => {
    expect(read({ ...written, quantity: -1 })).toMatchObject({ identity: { source: 'client', id: 'e-1' } });
    expect(read({ ...written, id: 'a\nb' })).toMatchObject({ identity: null });
  });

  it('identities of different sources differ', () => {
    expect(identityText({ source: 'a', id: 'bc' })).not.toBe(identityText({ source: 'ab', id: 'c' }));
  });
});

describe('the envelope', () => {
  it.each<[string, unknown, string]>([
    ['no object', [], ' type'],
    ['no events', {}, 'events required'],
    ['none', { events: [] }, 'events minItems'],
    ['no list', { events: {} }, 'events type'],
    ['too many', { events: Array(1_001).fill({}) }, 'events maxItems'],
    ['an item that is no object', { events: [{}, 7] }, 'events.1 type'],
  ])('%s', (_case, body, expected) => {
    const refusal = readEventEnvelope(body);
    if (!isRefusal(refusal)) throw new Error('It was accepted');
    const [found] = refusal.args.issues as ValidationIssue[];
    expect(`${found?.path} ${found?.rule}`).toBe(expected);
  });

  it('has up to 1,000 events', () => {
    expect(readEventEnvelope({ events: Array(1_000).fill({}) })).toHaveLength(1_000);
  });
});

describe('a CloudEvent', () => {
  const { id, tenantId: subject, occurredAt: time, ...data } = written;
  const cloud = { specversion: '1.0', type: 'rows.moved', id, source: '/jobs/7', subject, time, data };
  const readCloud = (event: object) => {
    const items = readCloudEvent(event);
    if (isRefusal(items)) throw new Error(items.detail);
    const [item] = items;
    if (!item) throw new Error('There is no event');
    return 'refusal' in item ? item : readMeterEvent(item, 'client');
  };

  it('is the same usage event', () => {
    expect(readCloud({ ...cloud, traceparent: 'x', data: { ...data, quantity: 3 } })).toEqual({
      ...read({ ...written, quantity: 3 }),
      source: '/jobs/7',
    });
    expect(readCloudEvents([cloud, cloud])).toHaveLength(2);
  });

  it.each<[string, object, string[]]>([
    ['another version', { ...cloud, specversion: '0.3' }, ['specversion const']],
    ['no version', { ...cloud, specversion: undefined }, ['specversion required']],
    ['no type', { ...cloud, type: undefined }, ['type required']],
    ['no source', { ...cloud, source: undefined }, ['source required']],
    ['no data', { ...cloud, data: undefined, data_base64: 'e30=' }, ['data required']],
    ['data that is no object', { ...cloud, data: 'x' }, ['data type']],
    ['XML', { ...cloud, datacontenttype: 'application/xml' }, ['datacontenttype json']],
    ['JSON', { ...cloud, datacontenttype: 'application/vnd.rows+json; charset=utf-8' }, []],
    ['no subject', { ...cloud, subject: undefined }, ['subject required']],
    ['no time', { ...cloud, time: undefined }, ['time required']],
    ['no product', { ...cloud, data: { dimension: 'rows-moved' } }, ['data.product required']],
  ])('%s', (_case, event, expected) => {
    const found = readCloud(event);
    const issues = 'refusal' in found ? (found.refusal.args.issues as ValidationIssue[]) : [];
    expect(issues.map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
  });

  it.each([[[]], [{}], [[7]], [Array(1_001).fill({})]])('an invalid batch', (body) => {
    expect(isRefusal(readCloudEvents(body))).toBe(true);
  });
});
