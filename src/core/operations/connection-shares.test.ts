import { expect, it } from 'vitest';
import { shareConnections } from './connection-shares.ts';

const both = { api: true, workers: true };
const api = { api: true, workers: false };
const workers = { api: false, workers: true };

it.each([
  [10, both, [4, 3, 3]],
  [6, both, [2, 2, 2]],
  [5, both, [2, 2, 1]],
  [1, both, [1, 1, 1]],
  [10, api, [6, 3, 1]],
  [2, api, [1, 1, 1]],
  [10, workers, [1, 1, 10]],
])(
  '%i connections of a node with %j are shared as %j (reads, writes, background)',
  (total, nodeRoles, expected) => {
    const { reads, writes, background } = shareConnections(total, nodeRoles);
    expect([reads, writes, background]).toEqual(expected);
  },
);
