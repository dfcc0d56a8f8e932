import { expect, it } from 'vitest';
import { QueueWalk } from './dispatch.ts';

const at = (text: string) => new Date(`2026-11-15T${text}Z`);
const position = (dueAt: string, hour: string, subscriptionId = 's', dimension = 'd') => ({
  dueAt: at(dueAt),
  hour: at(hour),
  subscriptionId,
  dimension,
});
const taken = (...parts: Parameters<typeof position>) => ({ report: position(...parts) });

it('continues after the last report, in the order of the queue, and starts again from time to time', () => {
  const walk = new QueueWalk(1_000);
  expect(walk.position(at('09:00:00.000'))).toBeNull();
  walk.passed([taken('08:15:00', '06:00:00'), taken('08:15:00', '07:00:00'), taken('08:10:00', '08:00:00')]);
  expect(walk.position(at('09:00:00.500'))).toEqual(position('08:15:00', '07:00:00'));
  walk.passed([taken('08:12:00', '07:00:00')]);
  expect(walk.position(at('09:00:00.999'))).toEqual(position('08:15:00', '07:00:00'));
  walk.passed([taken('08:20:00', '05:00:00')]);
  expect(walk.position(at('09:00:00.999'))).toEqual(position('08:20:00', '05:00:00'));
  walk.passed([taken('08:20:00', '05:00:00', 't', 'c'), taken('08:20:00', '05:00:00', 's', 'e')]);
  expect(walk.position(at('09:00:00.999'))).toEqual(position('08:20:00', '05:00:00', 't', 'c'));
  walk.passed([taken('08:20:00', '05:00:00', 't', 'd')]);
  expect(walk.position(at('09:00:00.999'))).toEqual(position('08:20:00', '05:00:00', 't', 'd'));
  expect(walk.position(at('09:00:01.000'))).toBeNull();
});
