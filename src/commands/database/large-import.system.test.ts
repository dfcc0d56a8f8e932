import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeEnvironment, RunningCommand } from '../../../tests/support/nodes/running-command.ts';
import {
  acceleratorTables,
  ImportShop,
  lostRows,
  writeTables,
} from '../../../tests/support/worlds/import-shop.ts';

let shop: ImportShop;
let folder: string;
beforeAll(async () => {
  shop = await ImportShop.open();
  folder = await mkdtemp(join(tmpdir(), 'tessera-import-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

it('an import of 1,000 subscriptions survives SIGKILL and a throttling marketplace', async () => {
  const workspaceId = await shop.workspace();
  const sold = [
    ...shop.sell(600),
    ...shop.sell(300, { planId: 'seats', quantity: 5 }),
    ...shop.sell(60, { state: 'Suspended' }),
  ];
  await writeTables(folder, acceleratorTables([...sold, ...lostRows(40)]));
  const start = () =>
    new RunningCommand(
      ['import', 'accelerator', '--workspace', 'workspace-1', '--file', folder, '--apply', '--json'],
      { ...nodeEnvironment(shop.books.url), ALLOW_LOCAL_WEBHOOKS: 'true' },
    );
  const finish = async () => {
    const command = start();
    expect([await command.ended(), command.errors]).toEqual([0, expect.any(String)]);
    const { subscriptions } = JSON.parse(command.output) as { subscriptions: { outcome: string }[] };
    return (outcome: string) => subscriptions.filter((one) => one.outcome === outcome).length;
  };
  expect((await finish())('AwaitsPublishing')).toBe(960);
  await shop.publish(workspaceId, 'basic', 'gold', 'seats');

  const killed = start();
  await expect.poll(() => killed.errors, { timeout: 60_000 }).toContain('Subscriptions followed: 100 of 960');
  killed.signal('SIGKILL');
  await killed.ended();
  const part = (await shop.ours(workspaceId, sold)).size;
  expect(part).toBeLessThan(960);

  shop.marketplace.setFault({ kind: 'throttled', share: 0.02 });
  const count = await finish();
  expect([count('Same') + count('Changed') + count('Added'), count('Refused')]).toEqual([960, 40]);
  expect(count('Added')).toBeGreaterThan(0);
  const ours = await shop.ours(workspaceId, sold);
  expect(ours.size).toBe(960);
  expect([...ours.values()].filter(({ status }) => status === 'Suspended')).toHaveLength(60);
  expect([...ours.values()].filter(({ quantity }) => quantity === 5)).toHaveLength(300);

  shop.marketplace.clearFaults();
  const history = await shop.history(workspaceId);
  expect((await finish())('Same')).toBe(960);
  expect(await shop.history(workspaceId)).toEqual(history);
});
