import { expect, it } from 'vitest';
import { QueueWalk } from './queue-walk.ts';

const at = (text: string) => new Date(`2026-11-15T${text}Z`);
const place = (dueAt: string, hour: string) => ({ report: { dueAt: at(dueAt), hour: at(hour) } });

it('continues after the last report, by due time and hour, and starts again from time to time', () => {
  const walk = new QueueWalk(1_000);
  expect(walk.position(at('09:00:00.000'))).toBeNull();
  walk.passed([place('08:15:00', '06:00:00'), place('08:15:00', '07:00:00'), place('08:10:00', '08:00:00')]);
  expect(walk.position(at('09:00:00.500'))).toEqual({ dueAt: at('08:15:00'), hour: at('07:00:00') });
  walk.passed([place('08:12:00', '07:00:00')]);
  expect(walk.position(at('09:00:00.999'))).toEqual({ dueAt: at('08:15:00'), hour: at('07:00:00') });
  walk.passed([place('08:20:00', '05:00:00')]);
  expect(walk.position(at('09:00:00.999'))).toEqual({ dueAt: at('08:20:00'), hour: at('05:00:00') });
  expect(walk.position(at('09:00:01.000'))).toBeNull();
});
