import { expect, it } from 'vitest';
import { remainingUse } from './remaining.ts';

it.each<[string, bigint, bigint | null, bigint, bigint | null, bigint, bigint]>([
  ['unused', 0n, 100n, 0n, 100n, 0n, 0n],
  ['within the included quantity', 40n, 100n, 0n, 60n, 0n, 0n],
  ['used up', 100n, 100n, 0n, 0n, 0n, 0n],
  ['above it, none reported', 130n, 100n, 0n, 0n, 30n, 30n],
  ['above it, some reported', 130n, 100n, 20n, 0n, 30n, 10n],
  ['more included since it was reported', 130n, 200n, 30n, 70n, 0n, 0n],
  ['nothing included', 130n, null, 100n, null, 130n, 30n],
])('%s', (_case, used, included, reported, remaining, overage, pending) => {
  const use = { used, included, reported, accepted: 0n };
  expect(remainingUse(use)).toEqual({ ...use, remaining, overage, pending });
});
