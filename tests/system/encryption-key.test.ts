import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Service } from '../../src/service/start-service.ts';
import { createEmptyDatabase } from '../support/database/postgres.ts';
import { rekeyInProcess, startNode } from '../support/nodes/node-in-process.ts';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';
import { webhookTerms } from '../support/peers/webhook-endpoint.ts';
import { Books } from '../support/worlds/books.ts';

const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64');
const first = base64(webhookTerms.encryptionKey.current);
const second = base64(randomBytes(32));
const third = base64(randomBytes(32));

let books: Books;
const nodes: Service[] = [];
beforeEach(async () => {
  books = await Books.open();
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
  await books.close();
});

const environment = (key: string, old = '', databaseUrl = books.url) => ({
  ...nodeEnvironment(databaseUrl),
  ENCRYPTION_KEY: key,
  ENCRYPTION_KEYS_OLD: old,
});

/** The command in a process of its own. */
async function runCommand(args: readonly string[], key: string, old = '') {
  const command = new RunningCommand(args, environment(key, old));
  return { code: await command.ended(), output: command.output, errors: command.errors };
}

/** The output of `rekey`, or the error with which it ended. */
function rekey(key: string, old = ''): Promise<string> {
  return rekeyInProcess(environment(key, old)).catch(messageOf);
}

async function start(key: string, old?: string, databaseUrl?: string): Promise<Service> {
  const node = await startNode(environment(key, old, databaseUrl));
  nodes.push(node);
  return node;
}

/** `ready` for a node that starts with these keys, or the error with which it did not start. */
async function serves(key: string, old = ''): Promise<string> {
  return start(key, old).then(async (node) => {
    await expect.poll(() => readiness(node)).toBe(200);
    return 'ready';
  }, messageOf);
}

const readiness = async ({ url }: Service) => (await fetch(`${url}/health/ready`)).status;
const messageOf = (error: Error) => error.message;

const wrong =
  'ENCRYPTION_KEY does not open the secrets of this database. Set the key that sealed them, or add it';

describe('a node', () => {
  it('does not start with a different encryption key, and names the remedy', async () => {
    expect(await serves(first)).toBe('ready');
    expect(await runCommand([], second)).toMatchObject({ code: 1, errors: expect.stringContaining(wrong) });
    expect(await serves(second, first)).toBe('ready');
  });

  it('does not start with a wrong key on a database without a canary', async () => {
    const workspaceId = await books.workspace();
    await books.endpoint(workspaceId);
    expect(await serves(second)).toContain(wrong);
    expect(await serves(first)).toBe('ready');
  });

  it('turns not ready when its key becomes wrong while it runs', async () => {
    const { url } = await start(first);
    expect(await rekey(second, first)).toMatch(/^Every secret is sealed/);
    const answer = await fetch(`${url}/health/ready`);
    expect([answer.status, await answer.json()]).toMatchObject([503, { checks: { encryptionKey: 'wrong' } }]);
  });

  it('starts on an empty database', async () => {
    const databaseUrl = await createEmptyDatabase(inject('postgresUrl'));
    expect(await readiness(await start(first, '', databaseUrl))).toBe(503);
  });
});

describe('rekey', () => {
  it('reseals secrets with an old key in batches; the old key is not needed afterwards', async () => {
    for (let workspaces = 0; workspaces < 12; workspaces++) {
      const workspaceId = await books.workspace();
      const add = () => books.endpoint(workspaceId, { headers: { 'x-gateway': 'a key' } });
      for (let endpoints = 0; endpoints < 10; endpoints++) await add();
    }
    expect(await runCommand(['rekey'], second, first)).toEqual({
      code: 0,
      output: [
        'webhook headers: 100 of 120 resealed.',
        'webhook headers: 120 of 120 resealed.',
        'webhook secret: 100 of 120 resealed.',
        'webhook secret: 120 of 120 resealed.',
        'Every secret is sealed with ENCRYPTION_KEY. Remove ENCRYPTION_KEYS_OLD from every node.\n',
      ].join('\n'),
      errors: '',
    });
    expect(await rekey(second)).toMatch(/^Every secret is sealed/);
    expect(await serves(second)).toBe('ready');
    expect(await serves(first)).toContain(wrong);
  });

  it('counts secrets that no key opens, and resumes once they can be opened', async () => {
    const workspaceId = await books.workspace();
    await books.endpoint(workspaceId);
    const { endpointId } = await books.endpoint(workspaceId);
    const { sealed_secret: sealed } = await books.database
      .selectFrom('webhook_endpoints')
      .select('sealed_secret')
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirstOrThrow();
    const store = (secret: Buffer) =>
      sql`update webhook_endpoints set sealed_secret = ${secret} where endpoint_id = ${endpointId}`.execute(
        books.database,
      );
    expect(await serves(first)).toBe('ready');
    await store(Buffer.from('x'));
    const { code, errors } = await runCommand(['rekey'], second, first);
    expect([code, errors]).toEqual([
      1,
      '1 secrets do not open with any key: add the key that sealed them to ENCRYPTION_KEYS_OLD, or enter them again.\n',
    ]);
    expect(await serves(second, first)).toBe('ready');
    await store(sealed);
    expect(await rekey(second, first)).toMatch(/^webhook secret: 1 of 1 resealed/);
  });

  it('is refused without the key that sealed the secrets', async () => {
    expect(await serves(first)).toBe('ready');
    expect(await rekey(third, second)).toContain(wrong);
  });
});
