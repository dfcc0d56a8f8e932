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
  expect(remainingUse({ ...use, isBilled: true })).toEqual({ ...use, remaining, overage, pending });
});

it('reports nothing of a subscription that is not billed', () => {
  const use = { used: 130n, included: 100n, reported: 20n, accepted: 0n, isBilled: false };
  expect(remainingUse(use)).toEqual({
    used: 130n,
    included: 100n,
    remaining: 0n,
    overage: 30n,
    pending: 0n,
    reported: 0n,
    accepted: 0n,
  });
});
