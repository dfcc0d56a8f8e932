import { describe, expect, it } from 'vitest';
import { ServiceClock } from '../http/service-clock.ts';
import type { UsageEvent } from '../types.ts';
import { EventMaker, explainWrongMember, wrongMember } from './event.ts';

const tenantId = 'b0000000-0000-4000-8000-000000000001';
const usage = { tenantId, dimension: 'rows', quantity: 2.5, options: undefined };
const at = (now: number) => new EventMaker('aqueduct', new ServiceClock(() => now, 0));

describe('an event', () => {
  it('has the product, the present time and an id of its own', () => {
    const maker = at(Date.UTC(2026, 10, 15, 9, 0, 0, 7));
    const [first, second] = [maker.make(usage), maker.make(usage)];
    expect(first).toEqual({
      id: first.id,
      tenantId,
      product: 'aqueduct',
      dimension: 'rows',
      quantity: 2.5,
      occurredAt: '2026-11-15T09:00:00.007Z',
    });
    expect(first.id).toMatch(/^[0-9a-f]{32}-1$/);
    expect(second.id).toBe(`${first.id.slice(0, -1)}2`);
    expect(at(0).make(usage).id).not.toBe(first.id);
  });

  it('has the formatted time of every millisecond, forward and back', () => {
    let now = 0;
    const maker = new EventMaker('aqueduct', new ServiceClock(() => now, 0));
    for (now of [0, 1, 999, 1_000, 999, 1_794_733_200_123, 1_794_733_199_999.9]) {
      expect(maker.make(usage).occurredAt).toBe(new Date(now).toISOString());
    }
  });

  it('has what the options say, and no absent member', () => {
    const options = {
      id: 'job-1',
      source: 'importer',
      product: 'viaduct',
      plan: 'basic',
      subscriptionId: tenantId,
      uniqueKey: 'someone',
      occurredAt: new Date('2026-11-15T08:00:00Z'),
    };
    expect(at(0).make({ ...usage, quantity: undefined, options })).toEqual({
      ...options,
      tenantId,
      dimension: 'rows',
      occurredAt: '2026-11-15T08:00:00.000Z',
    });
  });
});

describe('the source of an event', () => {
  const maker = new EventMaker('aqueduct', new ServiceClock(() => 0, 0), 'tessera-client');

  it('is that of the maker for its own ids', () => {
    expect(maker.make({ ...usage, options: { source: 'importer' } }).source).toBe('tessera-client');
  });

  it("is the caller's for other ids", () => {
    expect(maker.make({ ...usage, options: { id: 'job-1', source: 'importer' } }).source).toBe('importer');
    expect(maker.make({ ...usage, options: { id: 'job-1' } })).not.toHaveProperty('source');
  });
});

describe('the time of an event', () => {
  const clock = () => new ServiceClock(() => Date.UTC(2026, 10, 15, 11));

  it('is marked until the clock was compared with the service', () => {
    const maker = new EventMaker('aqueduct', clock());
    expect(JSON.stringify(maker.make(usage))).toMatch(new RegExp(`,"clock":"${maker.clockName}"}$`));
  });

  it('is that of the service', () => {
    const ahead = clock();
    ahead.measure()('Sun, 15 Nov 2026 09:00:00 GMT');
    const made = new EventMaker('aqueduct', ahead).make(usage);
    expect(made).toMatchObject({ occurredAt: '2026-11-15T09:00:00.000Z' });
    expect(made).not.toHaveProperty('clock');
  });

  it('is left as it is where the caller gives it', () => {
    const options = { occurredAt: new Date('2026-11-15T08:00:00Z') };
    const made = new EventMaker('aqueduct', clock()).make({ ...usage, options });
    expect(made.occurredAt).toBe('2026-11-15T08:00:00.000Z');
    expect(made).not.toHaveProperty('clock');
  });
});

describe('an event is valid', () => {
  const event = at(0).make(usage);
  it.each([
    ['with a whole quantity', { quantity: 12 }],
    ['with 0', { quantity: 0 }],
    ['with six decimals', { quantity: 0.000001 }],
    ['with the largest quantity', { quantity: 1_000_000_000 }],
    ['with fifteen digits', { quantity: 999_999_999.999999 }],
    ['with a sum of decimals that is exact', { quantity: 0.1 + 0.4 }],
    ['with a long key', { uniqueKey: 'k'.repeat(256) }],
  ])('%s', (_name, members: Partial<UsageEvent>) => {
    expect(wrongMember({ ...event, ...members })).toBeUndefined();
  });

  it.each([
    ['without a tenant', 'tenantId', ''],
    ['with a tenant that is no text', 'tenantId', undefined],
    ['without a dimension', 'dimension', ''],
    ['with NaN', 'quantity', Number.NaN],
    ['with a negative quantity', 'quantity', -1],
    ['with an infinite quantity', 'quantity', Number.POSITIVE_INFINITY],
    ['above the largest quantity', 'quantity', 1_000_000_000.5],
    ['with a quantity that would be rounded to nothing', 'quantity', 0.0000005],
    ['with a quantity as text', 'quantity', '1'],
    ['with null', 'quantity', null],
    ['with a long id', 'id', 'i'.repeat(129)],
    ['with an empty id', 'id', ''],
    ['with an endless text', 'dimension', 'd'.repeat(513)],
    ['with a key that is no text', 'uniqueKey', 7],
    ['without a time', 'occurredAt', ''],
  ] as const)('not %s', (_name, member, value) => {
    expect(wrongMember({ ...event, [member]: value })).toBe(member);
  });

  it.each([Number.NaN, 'yesterday', Symbol('now')])('not with the date %s', (time) => {
    const occurredAt = (typeof time === 'number' ? new Date(time) : time) as Date;
    expect(wrongMember(at(0).make({ ...usage, options: { occurredAt } }))).toBe('occurredAt');
  });

  it('after its quantity was rounded to 6 decimals', () => {
    const made = at(0).make({ ...usage, quantity: 0.1 + 0.2 });
    expect([made.quantity, wrongMember(made)]).toEqual([0.3, undefined]);
  });
});

it('a wrong member is explained', () => {
  const event = { ...at(0).make(usage), quantity: -1 };
  expect(explainWrongMember(event, 'quantity')).toBe(
    'quantity of tracked usage is -1: use a number from 0.000001 to 1,000,000,000, or 0.',
  );
});
