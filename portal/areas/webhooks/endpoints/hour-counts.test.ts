import { expect, it } from 'vitest';
import { countHours, labelOfHours } from './hour-counts.ts';

const from = '2026-11-14T10:00:00.000Z';
const counted = (hour: string, delivered: number, failing: number, failed: number, endpointId = 'own') => ({
  endpointId,
  hour,
  delivered,
  failing,
  failed,
});

it('has a count for each of 24 hours, for one endpoint', () => {
  const items = [
    counted(from, 3, 0, 0),
    counted('2026-11-15T09:00:00.000Z', 0, 2, 1),
    counted(from, 9, 9, 9, 'other'),
  ];
  const hours = countHours({ from, items }, 'own');
  expect(hours).toHaveLength(24);
  expect(hours.at(0)).toEqual({ hour: from, delivered: 3, lost: 0 });
  expect(hours.at(1)).toEqual({ hour: '2026-11-14T11:00:00.000Z', delivered: 0, lost: 0 });
  expect(hours.at(-1)).toEqual({ hour: '2026-11-15T09:00:00.000Z', delivered: 0, lost: 3 });
});

it.each([
  [0, 0, 'Nothing to deliver'],
  [1_204, 0, '100 % of 1,204 delivered'],
  [999, 1, '99.9 % of 1,000 delivered'],
  [0, 2, '0 % of 2 delivered'],
])('%i delivered and %i failed are labelled “%s”', (delivered, lost, text) => {
  expect(labelOfHours([{ hour: from, delivered, lost }])).toBe(text);
});
