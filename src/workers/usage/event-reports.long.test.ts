import { afterEach, beforeEach, expect, it } from 'vitest';
import { hour, MeteredWorld, minute } from '../../../tests/support/worlds/metered-world.ts';
import { closeHours } from '../../actions/usage/close-hours.ts';

const included = 40;

let metered: MeteredWorld;
beforeEach(async () => {
  metered = await MeteredWorld.create({
    intake: 'Events',
    aggregation: 'Sum',
    included: { quantity: included, per: 'Month' },
  });
});
afterEach(() => metered.close());

it('the marketplace has the overage of all events, sent by several instances with retries and late ones', async () => {
  const customers = await metered.bought(3);
  const { clock } = metered.world;
  const sender = metered.dispatcher();
  const sent = new Map<string, number>();
  let count = 0;
  const event = (tenantId: string, quantity: number, minutesAgo: number) => {
    sent.set(tenantId, (sent.get(tenantId) ?? 0) + quantity);
    const occurredAt = new Date(clock.now().getTime() - minutesAgo * minute).toISOString();
    return { id: `event-${++count}`, tenantId, product: 'forum', dimension: 'posts', quantity, occurredAt };
  };
  for (let round = 0; round < 24; round++) {
    const batches = customers.map(({ tenantId }, index) =>
      Array.from({ length: 5 }, (_, position) =>
        // The second customer stays within what is included, and the third is hours late.
        event(tenantId, index === 1 ? 0.25 : 1.5, index === 2 ? position * 60 : position),
      ),
    );
    const answers = await Promise.all([...batches, ...batches].map((events) => metered.sendEvents(events)));
    const accepted = answers.reduce((sum, { body }) => sum + body.accepted, 0);
    expect(accepted).toBe(15);
    clock.forward(10 * minute);
    await Promise.all([closeHours(metered.world.context), closeHours(metered.world.context)]);
    await sender.run();
  }
  clock.forward(2 * hour);
  await closeHours(metered.world.context);
  clock.forward(minute);
  await sender.run();
  const held = customers.map(({ resourceId }) =>
    metered.marketplace
      .usageEvents()
      .filter((usage) => usage.resourceId === resourceId)
      .reduce((sum, { quantity }) => sum + Number(quantity), 0),
  );
  const overage = customers.map(({ tenantId }) => Math.max(0, (sent.get(tenantId) ?? 0) - included));
  expect(held).toEqual(overage);
  expect(overage).toEqual([140, 0, 140]);
  expect((await metered.reports()).every(({ origin }) => origin === 'Events')).toBe(true);
});
