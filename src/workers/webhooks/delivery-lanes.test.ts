import { expect, it } from 'vitest';
import type { LeasedDelivery } from '../../actions/webhooks/lease-deliveries.ts';
import { DeliveryLanes } from './delivery-lanes.ts';

const key = (endpointId: string) => ({ workspaceId: 'w', endpointId });
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
  const lanes = new DeliveryLanes(() => new Promise(() => {}));
  expect(lanes.capacityOf(key('failing'), true)).toBe(2);
  const hanging = fill(lanes, 'hanging');
  expect(hanging).toHaveLength(64);
  expect(fill(lanes, 'hanging')).toEqual([]);
  for (const one of hanging) lanes.remove(one, false);
  expect(fill(lanes, 'hanging')).toHaveLength(64);
});

it('leases more of an accepting endpoint, in large batches, up to a limit', () => {
  const lanes = new DeliveryLanes(() => Promise.resolve());
  const waiting = fill(lanes, 'busy');
  const batches: number[] = [];
  for (let index = 0; index < 3_000; index++) {
    const next = waiting.shift();
    if (!next) throw new Error('There is none');
    if (lanes.remove(next, true)) batches.push(waiting.push(...fill(lanes, 'busy')));
    expect(lanes.leased).toBe(waiting.length);
    expect(lanes.leased).toBeLessThanOrEqual(512);
  }
  expect(batches[0]).toBeLessThan(256);
  expect(batches.at(-1)).toBe(512);
  expect(lanes.capacityOf(key('other'), false)).toBe(64);
});

it('sends a delivery that was leased twice once, and none whose lease is too old', () => {
  const sent: LeasedDelivery[] = [];
  const lanes = new DeliveryLanes((one) => {
    sent.push(one);
    return new Promise(() => {});
  });
  const [one, late] = [leased('a'), leased('a')];
  lanes.add(one, performance.now());
  lanes.add(one, performance.now());
  lanes.add(late, performance.now() - 10_001);
  expect(sent).toEqual([one]);
  expect(lanes.counts()).toEqual([{ ...key('a'), count: 1 }]);
  expect([...lanes.eventIds(key('a'))]).toEqual([one.eventId]);
});

it('drops waiting deliveries when it is closed, and accepts no more', () => {
  const lanes = new DeliveryLanes(() => new Promise(() => {}));
  const added = fill(lanes, 'a');
  lanes.close();
  expect(lanes.leased).toBe(16);
  lanes.add(leased('b'), performance.now());
  expect(lanes.counts()).toEqual([{ ...key('a'), count: 16 }]);
  for (const one of added) lanes.remove(one, true);
  expect(lanes.leased).toBe(0);
});
