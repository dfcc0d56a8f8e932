import { expect, it } from 'vitest';
import { listSubscriptionPages } from './read-subscription.ts';

const list = 'https://marketplace.example/api/saas/subscriptions?api-version=2018-08-31';

it('ends an endless list, and never leaves the configured address', async () => {
  const requested: string[] = [];
  const outcomes: string[] = [];
  const pages = listSubscriptionPages(list, async (address) => {
    requested.push(address);
    const nextLink = `https://elsewhere.example/saas/subscriptions/?continuationToken=${requested.length}`;
    return { outcome: 'answered', value: { page: { subscriptions: [], unreadable: 0 }, nextLink } };
  });
  for await (const { outcome } of pages) outcomes.push(outcome);
  expect(requested).toHaveLength(10_000);
  expect(new Set(requested.map((address) => address.split('?')[0]))).toEqual(new Set([list.split('?')[0]]));
  expect(outcomes.slice(0, -1).every((outcome) => outcome === 'answered')).toBe(true);
  expect(outcomes.at(-1)).toBe('unavailable');
});
