import { describe, expect, it } from 'vitest';
import type { UsageEvent } from '../../core/usage/ports.ts';
import { readBatchResponse } from './batch-response.ts';
import { batchBody } from './metering-service.ts';

const resourceId = 'fdc778a6-1281-40e4-cade-4a5fc11f5440';
const event: UsageEvent = {
  resourceId,
  planId: 'team',
  dimension: 'projects',
  hour: new Date('2026-11-15T09:00:00.000Z'),
  quantity: '9',
};
const item = (changes: Record<string, unknown> = {}) => ({
  resourceId,
  planId: 'team',
  dimension: 'projects',
  effectiveStartTime: '2026-11-15T09:00:00',
  quantity: 9,
  status: 'Accepted',
  ...changes,
});
const read = (...result: unknown[]) => readBatchResponse({ count: result.length, result }, [event]);
const undecided = (reason: string) => [{ outcome: 'undecided', reason: expect.stringContaining(reason) }];
const accepted = [{ outcome: 'accepted', usageEventId: null }];

describe('a batch request', () => {
  it('has the exact digits of the quantity', () => {
    expect(
      batchBody([
        { ...event, quantity: '0.10' },
        { ...event, dimension: '"' },
      ]),
    ).toBe(
      `{"request":[{"resourceId":"${resourceId}","planId":"team","dimension":"projects",` +
        '"effectiveStartTime":"2026-11-15T09:00:00.000Z","quantity":0.10},' +
        `{"resourceId":"${resourceId}","planId":"team","dimension":"\\"",` +
        '"effectiveStartTime":"2026-11-15T09:00:00.000Z","quantity":9}]}',
    );
  });

  it.each(['', '-1', '1e3', '01', '.5', '5.', '1,5', 'NaN', '1}', '1\n'])(
    'never has a quantity like %o',
    (quantity) => {
      expect(() => batchBody([{ ...event, quantity }])).toThrow(RangeError);
    },
  );
});

describe('a response item', () => {
  it.each([
    ['as it was sent', {}],
    ['with capitals', { resourceId: resourceId.toUpperCase() }],
    ['with blanks', { resourceId: ` ${resourceId} `, dimension: 'projects ', status: ' Accepted  ' }],
    ['with a zone', { effectiveStartTime: '2026-11-15T09:00:00Z' }],
    ['with another zone', { effectiveStartTime: '2026-11-15T10:00:00+01:00' }],
    ['with minutes and many decimals', { effectiveStartTime: '2026-11-15T09:59:59.9999999' }],
    ['without seconds', { effectiveStartTime: '2026-11-15T09:00' }],
    ['with unknown members', { resourceUri: '/subscriptions/x', colour: 1 }],
  ])('%s matches the event', (_name, changes) => {
    expect(read(item(changes))).toEqual(accepted);
  });

  it.each([
    ['of another resource', { resourceId: 'fdc778a6-1281-40e4-cade-4a5fc11f5441' }],
    ['of another dimension', { dimension: 'exports' }],
    ['of another hour', { effectiveStartTime: '2026-11-15T10:00:00' }],
    ['without a resource', { resourceId: null }],
    ['without a time', { effectiveStartTime: 'soon' }],
  ])('%s does not match', (_name, changes) => {
    expect(read(item(changes))).toEqual(undecided('1 items for 1 events, none for this one'));
  });

  it('that is not an item is skipped', () => {
    expect(read(null, 1, 'x', [], item())).toEqual(accepted);
  });

  it('that is repeated counts when both agree', () => {
    expect(read(item(), item())).toEqual(accepted);
    expect(read(item(), item({ status: 'BadArgument' }))).toEqual(undecided('2 different items'));
  });

  it.each([
    ['Pending', 'the unknown status Pending.'],
    ['accepted', 'the unknown status accepted.'],
    ['', 'an unknown status.'],
    [7, 'an unknown status.'],
    ['an unknown text', 'an unknown status.'],
    ['constructor', 'the unknown status constructor.'],
  ])('with the status %o is undecided', (status, reason) => {
    expect(read(item({ status }))).toEqual(undecided(reason));
  });

  it('has its reason in one bounded line', () => {
    const details = [{ target: 'dimension', message: `line\nbreak\u0000${'x'.repeat(1_000)}` }, null, 1];
    const error = { code: 'BadArgument', message: 'No.', details };
    const [outcome] = read(item({ status: 'InvalidDimension', error })) ?? [];
    expect(outcome).toMatchObject({ outcome: 'rejected', status: 'InvalidDimension' });
    const { reason } = outcome as { reason: string };
    expect(reason).toMatch(/^No\. — dimension: line break x+…$/);
    expect(reason).toHaveLength(300);
    const rejected = (given: unknown) => read(item({ status: 'InvalidDimension', error: given }));
    expect(rejected('odd')).toMatchObject([{ reason: '' }]);
    expect(rejected({ code: 'BadArgument' })).toMatchObject([{ reason: 'BadArgument' }]);
  });
});

describe('a duplicate', () => {
  const duplicate = (acceptedMessage: unknown) =>
    read(item({ status: 'Duplicate', error: { code: 'Conflict', additionalInfo: { acceptedMessage } } }));

  it.each([
    [{ ...item(), quantity: 5 }, '5'],
    [{ ...item(), quantity: 5.25, effectiveStartTime: '2026-11-15T09:41:07.1234567Z' }, '5.25'],
    [{ quantity: ' 12.50 ' }, '12.50'],
    [{ quantity: 1e-7 }, '0.0000001'],
    [{ quantity: 1.5e21 }, '1500000000000000000000'],
    [{ quantity: 9.123456789012346 }, '9.123456789012346'],
    [{ quantity: '' }, null],
    [{ quantity: null }, null],
    [{ quantity: -1 }, null],
    [{}, null],
    [undefined, null],
    ['odd', null],
  ])('of %o has the quantity %s', (message, acceptedQuantity) => {
    expect(duplicate(message)).toEqual([{ outcome: 'duplicate', acceptedQuantity }]);
  });

  it('without information is a duplicate', () => {
    expect(read(item({ status: 'Duplicate' }))).toEqual([{ outcome: 'duplicate', acceptedQuantity: null }]);
  });

  it.each([
    { effectiveStartTime: '2026-11-15T10:00:00' },
    { effectiveStartTime: '2026-11-15T09:00:00', dimension: 'exports' },
  ])('of another event (%o) is undecided', (message) => {
    expect(duplicate({ quantity: 9, ...message })).toEqual(undecided('duplicate of another'));
  });
});

it.each([undefined, null, 'text', 1, [], {}, { result: null }, { result: {} }, { value: [] }])(
  'a body like %o is not a response',
  (body) => {
    expect(readBatchResponse(body, [event])).toBeUndefined();
  },
);
