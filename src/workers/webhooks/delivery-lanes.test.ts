import { expect, it } from 'vitest';
import type { LeasedDelivery } from '../../actions/webhooks/lease-deliveries.ts';
import { DeliveryLanes } from './delivery-lanes.ts';

const key = (endpointId: string) => ({ workspaceId: 'w', endpointId });
const never = () => new Promise<boolean>(() => {});
let count = 0;
// A lane uses only the keys.
const leased = (endpointId: string) =>
  ({ ...key(endpointId), eventId: `event ${count++}` }) as LeasedDelivery;

function fill(lanes: DeliveryLanes, endpointId: string): LeasedDelivery[] {
  const added = Array.from({ length: lanes.capacityOf(key(endpointId), false) }, () => leased(endpointId));
  for (const one of added) lanes.add(one, performance.now());
  return added;
}

it('leases few deliveries of an endpoint without accepted ones, and fewer of a failing endpoint', () => {
  const lanes = new DeliveryLanes(never, () => {});
  expect(lanes.capacityOf(key('failing'), true)).toBe(2);
  const hanging = fill(lanes, 'hanging');
  expect(hanging).toHaveLength(64);
  expect(fill(lanes, 'hanging')).toEqual([]);
  for (const one of hanging) lanes.remove(one);
  expect(fill(lanes, 'hanging')).toHaveLength(64);
});

it('leases more of an accepting endpoint, in large batches, and signals when half are sent', async () => {
  const sent: LeasedDelivery[] = [];
  let low = 0;
  const lanes = new DeliveryLanes(
    async (one) => sent.push(one) > 0,
    () => low++,
  );
  const batches: number[] = [];
  for (const turn of [1, 2, 3, 4]) {
    batches.push(fill(lanes, 'busy').length);
    await new Promise(setImmediate);
    expect(low).toBe(turn);
    // All but the first are settled.
    for (const one of sent.splice(1)) expect(lanes.remove(one)).toBe(true);
    expect(lanes.leased).toBe(1);
  }
  expect(batches).toEqual([64, 256, 512, 512]);
  expect(lanes.capacityOf(key('other'), false)).toBe(64);
});

it('leases no more of an endpoint with too many unsettled deliveries', async () => {
  const lanes = new DeliveryLanes(
    () => Promise.resolve(true),
    () => {},
  );
  for (let turn = 0; turn < 10; turn++) {
    fill(lanes, 'busy');
    await new Promise(setImmediate);
  }
  expect(lanes.capacityOf(key('busy'), false)).toBe(0);
  expect(lanes.leased).toBeLessThanOrEqual(1_024);
});

it('sends a delivery that was leased twice once, and none whose lease is too old', () => {
  const sent: LeasedDelivery[] = [];
  const lanes = new DeliveryLanes(
    (one) => {
      sent.push(one);
      return never();
    },
    () => {},
  );
  const [one, late] = [leased('a'), leased('a')];
  lanes.add(one, performance.now());
  lanes.add(one, performance.now());
  lanes.add(late, performance.now() - 10_001);
  expect(sent).toEqual([one]);
  expect(lanes.counts()).toEqual([{ ...key('a'), count: 1 }]);
  expect([...lanes.eventIds(key('a'))]).toEqual([one.eventId]);
});

it('drops waiting deliveries when it is closed, and accepts no more', () => {
  const lanes = new DeliveryLanes(never, () => {});
  const added = fill(lanes, 'a');
  lanes.close();
  expect(lanes.leased).toBe(16);
  lanes.add(leased('b'), performance.now());
  expect(lanes.counts()).toEqual([{ ...key('a'), count: 16 }]);
  for (const one of added) lanes.remove(one);
  expect(lanes.leased).toBe(0);
});
