import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import { type Quantity, WrittenNumber } from '../../values/quantity.ts';
import { decideCommit, type Reservation, readCommit, readReservation, refuseMeter } from './reservation.ts';

const body = {
  tenantId: 'B0000000-0000-4000-8000-000000000001',
  product: 'forum',
  dimension: 'rows',
  quantity: 2.5,
};

it('a request has defaults', () => {
  expect(readReservation({ ...body, unknown: true })).toEqual({
    tenantId: body.tenantId.toLowerCase(),
    product: 'forum',
    plan: null,
    subscriptionId: null,
    dimension: 'rows',
    quantity: 2_500_000,
    subject: '',
    ttlSeconds: 60,
  });
});

describe('a bad request', () => {
  it.each<[string, unknown, string]>([
    ['no object', [], 'request.validation_failed'],
    ['no quantity', { ...body, quantity: undefined }, 'request.validation_failed'],
    ['a text as quantity', { ...body, quantity: '1' }, 'request.validation_failed'],
    ['seven decimals', { ...body, quantity: 0.0000001 }, 'request.validation_failed'],
    ['more than any quantity', { ...body, quantity: 1_000_000_001 }, 'request.validation_failed'],
    ['zero', { ...body, quantity: 0 }, 'metering.quantity_zero'],
    ['less than zero', { ...body, quantity: -1 }, 'metering.quantity_negative'],
    ['a long negative', { ...body, quantity: new WrittenNumber('-1e400') }, 'metering.quantity_negative'],
    ['an empty subject', { ...body, subject: '' }, 'metering.subject_invalid'],
    ['a long subject', { ...body, subject: 'x'.repeat(10_000) }, 'metering.subject_invalid'],
    ['a subject with a line break', { ...body, subject: 'a\nb' }, 'metering.subject_invalid'],
    ['a subject that is no text', { ...body, subject: 7 }, 'request.validation_failed'],
    ['no time', { ...body, ttlSeconds: 0 }, 'metering.ttl_out_of_range'],
    ['more than a day', { ...body, ttlSeconds: 86_401 }, 'metering.ttl_out_of_range'],
    ['half a second', { ...body, ttlSeconds: 0.5 }, 'metering.ttl_out_of_range'],
  ])('%s', (_, written, code) => {
    expect(readReservation(written)).toMatchObject({ refused: true, code });
  });
});

it.each([
  ['Sum', 2.5, null],
  ['Count', 2, null],
  ['Count', 2.5, 'metering.quantity_not_whole'],
  ['Max', 2, 'metering.not_reservable'],
  ['Unique', 2, 'metering.not_reservable'],
] as const)('of the aggregation %s, %d', (aggregation, units, code) => {
  expect(refuseMeter(aggregation, (units * 1_000_000) as Quantity)?.code ?? null).toBe(code);
});

describe('a commit', () => {
  it.each<[string, unknown, object]>([
    ['no body', undefined, { quantity: null, id: null }],
    ['an empty body', {}, { quantity: null, id: null }],
    ['a part', { quantity: 1, id: 'x' }, { quantity: 1_000_000, id: 'x' }],
    ['less than nothing', { quantity: -1 }, { code: 'metering.quantity_negative' }],
    ['an id of two lines', { id: 'a\nb' }, { code: 'request.validation_failed' }],
    ['a list', [], { code: 'request.validation_failed' }],
  ])('%s', (_, written, expected) => {
    expect(readCommit(written)).toMatchObject(expected);
  });

  const now = new Date('2026-11-18T09:00:00.000Z');
  const held: Reservation = {
    reservationId: 'r',
    quantity: 5_000_000 as Quantity,
    state: 'Held',
    grantedAt: now,
    expiresAt: new Date(now.getTime() + 60_000),
    committedQuantity: null,
  };
  const committed: Reservation = { ...held, state: 'Committed', committedQuantity: 3_000_000 as Quantity };

  it.each<[string, Reservation, number | null, string]>([
    ['of all', held, null, 'Commit 5'],
    ['of a part', held, 3, 'Commit 3'],
    ['of nothing', held, 0, 'Release 0'],
    ['of more', held, 6, 'metering.reservation_exceeded'],
    ['again', committed, null, 'Nothing 3'],
    ['again with another quantity', committed, 5, 'Nothing 3'],
    ['after its end', { ...held, expiresAt: now }, null, 'metering.reservation_lapsed'],
    ['after it was settled as lapsed', { ...held, state: 'Lapsed' }, null, 'metering.reservation_lapsed'],
    ['after its release', { ...held, state: 'Released' }, null, 'metering.reservation_released'],
    ['of nothing after its release', { ...held, state: 'Released' }, 0, 'Nothing 0'],
  ])('%s', (_, reservation, units, expected) => {
    const quantity = units === null ? null : ((units * 1_000_000) as Quantity);
    const decided = decideCommit(reservation, { quantity, id: null }, now);
    expect(isRefusal(decided) ? decided.code : `${decided.does} ${decided.quantity / 1_000_000}`).toBe(
      expected,
    );
  });
});
