import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { createDatabase } from '../support/database/postgres.ts';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';

it('a node that gets SIGTERM turns not ready, serves requests during SHUTDOWN_DELAY, and exits with code 0', async () => {
  const node = new RunningCommand([], {
    ...nodeEnvironment(await createDatabase(inject('postgresUrl'))),
    SHUTDOWN_DELAY: '10',
  });
  const url = await node.listens();
  const ready = async () => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks.shutdown];
  };
  expect(await ready()).toEqual([200, 'ok']);
  node.signal('SIGTERM');
  await expect.poll(ready, { interval: 50 }).toEqual([503, 'stopping']);
  expect((await fetch(`${url}/api/v1/catalogue/products`)).status).toBe(401);
  expect(await node.ended()).toBe(0);
  await expect(fetch(`${url}/health/live`)).rejects.toThrow();
});

it('the demo that gets SIGTERM while it starts also stops its PostgreSQL server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-stopped-'));
  const demo = new RunningCommand([], { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder });
  try {
    const exists = (name: string) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      );
    const postmaster = 'postgres/data/postmaster.pid';
    await expect.poll(() => exists(postmaster), { interval: 10, timeout: 60_000 }).toBe(true);
    expect(await exists('demo.json')).toBe(false);
    demo.signal('SIGTERM');
    expect(await demo.ended()).toBe(0);
    expect(await exists(postmaster)).toBe(false);
  } finally {
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
