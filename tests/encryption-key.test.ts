import { createCipheriv, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { Books } from './support/books.ts';
import { createEmptyDatabase } from './support/postgres.ts';
import { RunningCommand } from './support/running-command.ts';
import { webhookTerms } from './support/webhook-endpoint.ts';

const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64');
const first = base64(webhookTerms.encryptionKey.current);
const second = base64(randomBytes(32));
const third = base64(randomBytes(32));

let books: Books;
const running: RunningCommand[] = [];
beforeEach(async () => {
  books = await Books.open();
});
afterEach(async () => {
  for (const command of running.splice(0)) await command.stop();
  await books.close();
});

function start(args: readonly string[], key: string, old = '', databaseUrl = books.url) {
  const command = new RunningCommand(args, {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://tessera.example',
    IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
    HOST: '127.0.0.1',
    PORT: '0',
    ENCRYPTION_KEY: key,
    ENCRYPTION_KEYS_OLD: old,
  });
  running.push(command);
  return command;
}

async function rekey(key: string, old = '') {
  const command = start(['rekey'], key, old);
  return { code: await command.ended(), output: command.output, errors: command.errors };
}

/** The status of the readiness probe of a node with these keys, or its error output. */
async function serves(key: string, old = ''): Promise<string> {
  const node = start([], key, old);
  try {
    await node.says('"listening"');
  } catch {
    return node.errors;
  }
  const url = /"url":"([^"]+)"/.exec(node.output)?.[1];
  const { status } = await fetch(`${url}/health/ready`);
  await node.stop();
  return String(status);
}

const wrong =
  'ENCRYPTION_KEY does not open the secrets of this database. Set the key that sealed them, or add it';

/** Seals the secret in the format of versions without key ids: nonce, tag, text. */
async function sealAsBefore(endpointId: string, workspaceId: string, secret: string): Promise<void> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', webhookTerms.encryptionKey.current, nonce);
  cipher.setAAD(Buffer.from(`webhook secret ${workspaceId} ${endpointId}`));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
  await sql`update webhook_endpoints set sealed_secret = ${sealed} where endpoint_id = ${endpointId}`.execute(
    books.database,
  );
}

describe('a node', () => {
  it('does not start with a different encryption key, and names the remedy', async () => {
    expect(await serves(first)).toBe('200');
    expect(await serves(second)).toContain(wrong);
    expect(await serves(second, first)).toBe('200');
  });

  it('does not start with a wrong key on a database of a version without canary', async () => {
    const workspaceId = await books.workspace();
    const { endpointId, secret } = await books.endpoint(workspaceId);
    await sealAsBefore(endpointId, workspaceId, secret);
    expect(await serves(second)).toContain(wrong);
    expect(await serves(first)).toBe('200');
  });

  it('turns not ready when its key becomes wrong while it runs', async () => {
    const node = start([], first);
    await node.says('"listening"');
    const url = /"url":"([^"]+)"/.exec(node.output)?.[1];
    expect((await rekey(second, first)).code).toBe(0);
    const answer = await fetch(`${url}/health/ready`);
    expect([answer.status, await answer.json()]).toMatchObject([503, { checks: { encryptionKey: 'wrong' } }]);
  });

  it('starts on an empty database', async () => {
    const databaseUrl = await createEmptyDatabase(inject('postgresUrl'));
    const node = start([], first, '', databaseUrl);
    await node.says('"listening"');
  });
});

describe('rekey', () => {
  it('reseals secrets with an old key or without key id in batches; the old key is not needed afterwards', async () => {
    for (let workspaces = 0; workspaces < 12; workspaces++) {
      const workspaceId = await books.workspace();
      const add = () => books.endpoint(workspaceId, { headers: { 'x-gateway': 'a key' } });
      const older = await add();
      await sealAsBefore(older.endpointId, workspaceId, older.secret);
      for (let others = 1; others < 10; others++) await add();
    }
    expect(await rekey(second, first)).toEqual({
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
    expect((await rekey(second)).output).toMatch(/^Every secret is sealed/);
    expect(await serves(second)).toBe('200');
    expect(await serves(first)).toContain(wrong);
  });

  it('counts secrets that no key opens, and resumes once they can be opened', async () => {
    const workspaceId = await books.workspace();
    await books.endpoint(workspaceId);
    const broken = await books.endpoint(workspaceId);
    await sealAsBefore(broken.endpointId, workspaceId, broken.secret);
    expect(await serves(first)).toBe('200');
    await sql`update webhook_endpoints set sealed_secret = 'x' where endpoint_id = ${broken.endpointId}`.execute(
      books.database,
    );
    const refused = await rekey(second, first);
    expect([refused.code, refused.errors]).toEqual([
      1,
      '1 secrets do not open with any key: add the key that sealed them to ENCRYPTION_KEYS_OLD, or enter them again.\n',
    ]);
    expect(await serves(second, first)).toBe('200');
    await sealAsBefore(broken.endpointId, workspaceId, broken.secret);
    expect((await rekey(second, first)).output).toMatch(/^webhook secret: 1 of 1 resealed/);
  });

  it('is refused without the key that sealed the secrets', async () => {
    expect(await serves(first)).toBe('200');
    expect((await rekey(third, second)).errors).toContain(wrong);
  });
});
