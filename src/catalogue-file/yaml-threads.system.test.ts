import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { readInThread } from './yaml-threads.ts';

/** Tries every division of a text of a's. */
const endless = Type.Object({ name: Type.String({ pattern: '^(a+)+$' }) });

it('refuses a file that takes too long, and does not block meanwhile', async () => {
  let isRead = false;
  const read = readInThread(`name: ${'a'.repeat(50)}b`, endless, 'a workspace').finally(() => {
    isRead = true;
  });
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    expect(isRead).toBe(false);
  }
  expect(await read).toMatchObject({
    code: 'request.validation_failed',
    args: { issues: [{ path: 'file', rule: 'cost' }] },
  });
});
