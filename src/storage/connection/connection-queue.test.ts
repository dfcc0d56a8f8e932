import { expect, it } from 'vitest';
import { ConnectionQueue, ConnectionUnavailable } from './connection-queue.ts';

const limits = { connections: 1, callers: 2, milliseconds: 60_000 };

it('admits as many callers as there are connections, then one for each that leaves, in order', async () => {
  const queue = new ConnectionQueue({ ...limits, connections: 2 });
  const admitted: number[] = [];
  const enter = async (number: number) => {
    await queue.enter();
    admitted.push(number);
  };
  await Promise.all([enter(1), enter(2)]);
  const others = [enter(3), enter(4)];
  expect(queue.length).toBe(2);
  queue.leave();
  await others[0];
  expect(admitted).toEqual([1, 2, 3]);
  queue.leave();
  await others[1];
  for (const _ of admitted.slice(2)) queue.leave();
  await Promise.all([enter(5), enter(6)]);
  expect(admitted).toEqual([1, 2, 3, 4, 5, 6]);
});

it('refuses callers beyond its length at once', async () => {
  const queue = new ConnectionQueue(limits);
  await queue.enter();
  const waiting = [queue.enter(), queue.enter()];
  await expect(queue.enter()).rejects.toThrow(ConnectionUnavailable);
  queue.leave();
  queue.leave();
  await Promise.all(waiting);
});

it('refuses a caller after the time limit, and gives the connection to the next', async () => {
  const queue = new ConnectionQueue({ ...limits, milliseconds: 1 });
  await queue.enter();
  await expect(queue.enter()).rejects.toThrow('within 1 ms');
  queue.leave();
  await queue.enter();
});

it('refuses all waiting callers on demand, and no admitted one', async () => {
  const queue = new ConnectionQueue(limits);
  await queue.enter();
  const waiting = [queue.enter(), queue.enter()];
  queue.refuseAll(new Error('away'));
  for (const each of waiting) await expect(each).rejects.toThrow('away');
  queue.leave();
  await queue.enter();
});
