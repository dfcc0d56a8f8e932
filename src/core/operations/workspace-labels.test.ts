import { expect, it } from 'vitest';
import { WorkspaceCounts, withOtherWorkspaces } from './workspace-labels.ts';

it('the first 100 workspaces have labels of their own for good, the others share one', () => {
  const counts = new WorkspaceCounts();
  for (let number = 1; number <= 150; number += 1) counts.add(`workspace ${number}`, 1);
  counts.add('workspace 100', 2);
  counts.add('workspace 101', 1_000);
  const labels = new Map(counts.entries());
  expect([labels.size, labels.get('workspace 1'), labels.get('workspace 100')]).toEqual([101, 1, 3]);
  expect([labels.get('workspace 101'), labels.get('other')]).toEqual([undefined, 1_050]);
});

it.each([
  [
    'nothing is left',
    5,
    [
      ['a', 3],
      ['b', 2],
    ],
  ],
  [
    'some is left',
    9,
    [
      ['a', 3],
      ['b', 2],
      ['other', 4],
    ],
  ],
  [
    'the total was read before the largest',
    4,
    [
      ['a', 3],
      ['b', 2],
    ],
  ],
] as const)('the rest of a total has the label of the others: %s', (_case, total, expected) => {
  const largest = new Map([
    ['a', 3],
    ['b', 2],
  ]);
  expect([...withOtherWorkspaces(largest, total)]).toEqual(expected);
});
