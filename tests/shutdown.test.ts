import { expect, inject, it } from 'vitest';
import { testEncryptionKeyText } from './support/encryption-key.ts';
import { createDatabase } from './support/postgres.ts';
import { RunningCommand } from './support/running-command.ts';

it('a node that gets SIGTERM turns not ready, serves requests during SHUTDOWN_DELAY, and exits with code 0', async () => {
  const node = new RunningCommand([], {
    DATABASE_URL: await createDatabase(inject('postgresUrl')),
    HOST: '127.0.0.1',
    PORT: '0',
    SHUTDOWN_DELAY: '10',
    PUBLIC_URL: 'https://tessera.example',
    IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
    ENCRYPTION_KEY: testEncryptionKeyText,
  });
  await node.says('"msg":"listening"');
  const url = /"url":"(http[^"]+)"/.exec(node.output)?.[1] ?? '';
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
