import { expect, it } from 'vitest';
import type { LeasedDelivery } from '../../actions/webhooks/lease-deliveries.ts';
import { DeliveryLanes } from './delivery-lanes.ts';

const key = (endpointId: string) => ({ workspaceId: 'w', endpointId });
// A lane looks at nothing but whose it is.
const leased = (endpointId: string) => key(endpointId) as LeasedDelivery;

function fill(lanes: DeliveryLanes, endpointId: string): number {
  const room = lanes.roomOf(key(endpointId), false);
  for (let index = 0; index < room; index++) lanes.add(leased(endpointId));
  return room;
}

it('holds few of an endpoint that has taken nothing, and fewer of one that fails', () => {
  const lanes = new DeliveryLanes(() => new Promise(() => {}));
  expect(lanes.roomOf(key('failing'), true)).toBe(2);
  expect(fill(lanes, 'hanging')).toBe(64);
  expect(fill(lanes, 'hanging')).toBe(0);
  for (let index = 0; index < 64; index++) lanes.release(key('hanging'), false);
  expect(fill(lanes, 'hanging')).toBe(64);
});

it('holds more of one that takes them, in large helpings, up to a bound', () => {
  const lanes = new DeliveryLanes(() => Promise.resolve());
  fill(lanes, 'busy');
  const helpings: number[] = [];
  for (let index = 0; index < 3_000; index++) {
    if (lanes.release(key('busy'), true)) helpings.push(fill(lanes, 'busy'));
    expect(lanes.held).toBeLessThanOrEqual(512);
  }
  expect(helpings[0]).toBeLessThan(128);
  expect(helpings.at(-1)).toBe(256);
  expect(lanes.roomOf(key('other'), false)).toBe(64);
});
