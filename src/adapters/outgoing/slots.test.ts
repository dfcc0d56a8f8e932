import { expect, it } from 'vitest';
import { createSlots } from './slots.ts';

/** Work that ends when the test says so, in the order in which it began. */
function steps() {
  const begun: { readonly name: string; end(failed?: boolean): void }[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ name, end: (failed = false) => (failed ? reject(new Error(name)) : resolve(name)) });
    });
  return { begun, work, names: () => begun.map(({ name }) => name) };
}

it('runs up to its limit, queues up to its limit in order, and refuses the rest', async () => {
  const { begun, work, names } = steps();
  const slots = createSlots({ running: 2, waiting: 2 });
  const results = ['a', 'b', 'c', 'd', 'e'].map((name) => slots(work(name)));
  expect(names()).toEqual(['a', 'b']);
  expect(await results[4]).toBeUndefined();
  begun[1]?.end();
  expect(await results[1]).toBe('b');
  expect(names()).toEqual(['a', 'b', 'c']);
  const late = slots(work('f'));
  begun[0]?.end();
  begun[2]?.end();
  expect(await Promise.all([results[0], results[2]])).toEqual(['a', 'c']);
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'f']);
  begun[3]?.end();
  begun[4]?.end();
  expect(await Promise.all([results[3], late])).toEqual(['d', 'f']);
});

it('frees a slot when the work fails', async () => {
  const { begun, work, names } = steps();
  const slots = createSlots({ running: 1, waiting: 0 });
  const failing = slots(work('a'));
  begun[0]?.end(true);
  await expect(failing).rejects.toThrow('a');
  const next = slots(work('b'));
  expect(names()).toEqual(['a', 'b']);
  begun[1]?.end();
  expect(await next).toBe('b');
});
