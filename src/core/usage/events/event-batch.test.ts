import { expect, it } from 'vitest';
import { refuse, refuseInvalid } from '../../refusal.ts';
import { answerEvents, repeatedEvents } from './event-batch.ts';

it('lists only what was not plainly accepted', () => {
  const hour = new Date('2026-11-16T09:00:00.000Z');
  const refusal = refuse('metering.fed_by_records', { dimension: 'rows' });
  expect(
    answerEvents([{ hour, isCarried: false }, 'Duplicate', { hour, isCarried: true }, refusal, 'Duplicate']),
  ).toEqual({
    accepted: 2,
    duplicates: 2,
    refused: 1,
    exceptions: [
      { index: 1, outcome: 'Duplicate', hour: null, error: null },
      { index: 2, outcome: 'Carried', hour: hour.toISOString(), error: null },
      {
        index: 3,
        outcome: 'Refused',
        hour: null,
        error: { code: 'metering.fed_by_records', status: 409, args: { dimension: 'rows' } },
      },
      { index: 4, outcome: 'Duplicate', hour: null, error: null },
    ],
  });
});

it('has the args of equal errors once', () => {
  const invalid = (path: string) => refuseInvalid([{ path, rule: 'required', message: 'is required' }]);
  const { refused, exceptions } = answerEvents([
    'Duplicate',
    invalid('id'),
    invalid('id'),
    invalid('dimension'),
    refuse('metering.fed_by_records', { dimension: 'rows' }),
    refuse('metering.fed_by_records', { dimension: 'rows' }),
    refuse('metering.fed_by_records', { dimension: 'jobs' }),
    invalid('id'),
  ]);
  expect(refused).toBe(7);
  const code = 'request.validation_failed';
  expect(exceptions.map(({ error }) => error)).toMatchObject([
    null,
    { code, args: { issues: [{ path: 'id' }] } },
    { code, status: 400, args: {}, sameAs: 1 },
    { code, args: { issues: [{ path: 'dimension' }] } },
    { args: { dimension: 'rows' } },
    { code: 'metering.fed_by_records', status: 409, args: {}, sameAs: 4 },
    { args: { dimension: 'jobs' } },
    { code, args: {}, sameAs: 1 },
  ]);
  expect(exceptions.flatMap(({ error }) => error?.sameAs ?? [])).toEqual([1, 4, 1]);
});

it.each<[string, string, number[]]>([
  ['the second of two', 'a a', [1]],
  ['another source', 'a a@b', []],
  ['the first was refused', '-a a', []],
  ['the first was refused, the third repeats the second', '-a a -a', [2]],
  ['both refused', '-a -a', []],
  ['no identity', '? ?', []],
])('repeated events: %s', (_case, text, expected) => {
  const events = text.split(' ').map((word) => {
    const [id = '', source = ''] = word.replace('-', '').split('@');
    return { identity: word === '?' ? null : { id, source }, isRefused: word.startsWith('-') };
  });
  expect([...repeatedEvents(events)]).toEqual(expected);
});
