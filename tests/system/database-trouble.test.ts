import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createEmptyDatabase } from '../support/database/postgres.ts';
import { findFreePort } from '../support/nodes/redis-server.ts';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';

const running: RunningCommand[] = [];
afterEach(async () => {
  for (const command of running.splice(0)) await command.stop();
});

function start(args: string[], databaseUrl: string, shell?: string): RunningCommand {
  const command = new RunningCommand(args, nodeEnvironment(databaseUrl), { shell });
  running.push(command);
  return command;
}

async function asOwner(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const changed = (url: string, change: (parts: URL) => void) => {
  const parts = new URL(url);
  change(parts);
  return parts.href;
};

describe('an unusable database', () => {
  const faults: [string, (url: string) => string | Promise<string>, RegExp][] = [
    [
      'a wrong password',
      (url) => changed(url, (parts) => Object.assign(parts, { password: 'wrong' })),
      /refuses user \S+ .*: correct user and password in DATABASE_URL/,
    ],
    [
      'a missing database',
      (url) => changed(url, (parts) => Object.assign(parts, { pathname: '/nowhere' })),
      /Database nowhere does not exist at .*createdb nowhere/,
    ],
    [
      'no server',
      async (url) => {
        const port = await findFreePort();
        return changed(url, (parts) => Object.assign(parts, { port }));
      },
      /cannot be reached at .* \(ECONNREFUSED\): start it, or correct DATABASE_URL/,
    ],
    [
      'no rights',
      async (url) => {
        const user = `guest_${randomBytes(4).toString('hex')}`;
        await asOwner(url, `create role ${user} login password 'guest'`);
        return changed(url, (parts) => Object.assign(parts, { username: user, password: 'guest' }));
      },
      /User guest_\w+ lacks permission in database \w+ .*owner to guest_/,
    ],
  ];

  it.each(faults)('%s: migrate prints the remedy in one line', async (_, faultyUrl, line) => {
    const url = await createEmptyDatabase(inject('postgresUrl'));
    const migrate = start(['migrate'], await faultyUrl(url));
    expect(await migrate.ended()).toBe(1);
    expect(migrate.errors.trim().split('\n')).toHaveLength(1);
    expect(migrate.errors).toMatch(line);
    expect(migrate.output).toBe('');
  });

  it('commands refuse to run before migrate', async () => {
    const url = await createEmptyDatabase(inject('postgresUrl'));
    const resume = start(['resume-workspace', '--workspace', 'arcadia'], url);
    expect(await resume.ended()).toBe(1);
    expect(resume.errors).toBe(
      'The database has not been migrated for this version: run the command migrate first.\n',
    );
  });

  it('a server logs once that migrations are pending, and becomes ready after migrate', async () => {
    const url = await createEmptyDatabase(inject('postgresUrl'));
    const server = start([], url);
    const address = await server.listens();
    const ready = () => fetch(`${address}/health/ready`);
    // By the second probe every worker has run once.
    for (let probe = 0; probe < 2; probe++) {
      const answer = await ready();
      expect([answer.status, await answer.json()]).toMatchObject([
        503,
        {
          status: 'unavailable',
          checks: { database: 'ok', migrations: 'pending', encryptionKey: 'unknown' },
        },
      ]);
    }
    const migrate = start(['migrate'], url);
    expect(await migrate.ended()).toBe(0);
    expect(migrate.output).toMatch(/^Migrations: applied 0001_.*\.\n$/);
    await expect.poll(async () => (await ready()).status).toBe(200);
    const again = start(['migrate'], url);
    expect(await again.ended()).toBe(0);
    expect(again.output).toBe('Migrations: the database is up to date.\n');
    // A busy machine may log a slow request. A probe may also end without a response: then the reason is logged again.
    const lines = server.output.split('\n').filter((line) => /"level":[456]0/.test(line));
    const timeouts = lines.filter((line) => line.includes('(no response)')).length;
    const errors = lines.filter((line) => !line.includes('"route"') && !line.includes('(no response)'));
    expect(errors.length).toBeLessThanOrEqual(1 + timeouts);
    expect(new Set(errors.map((line) => JSON.parse(line).msg))).toEqual(
      new Set([expect.stringContaining('run the command migrate (npm start -- migrate')]),
    );
    expect(server.errors).toBe('');
  });

  it('a server logs once that the database is unreachable', async () => {
    const url = changed(await createEmptyDatabase(inject('postgresUrl')), (parts) =>
      Object.assign(parts, { password: 'wrong' }),
    );
    const server = start([], url);
    await server.listens();
    expect(server.output.match(/correct user and password in DATABASE_URL/g)).toHaveLength(1);
    expect(server.output).not.toContain('worker failed');
  });
});

it.runIf(process.platform !== 'win32')(
  'a process with too low a limit of open files exits with a one-line error',
  async () => {
    const command = start([], 'postgres://db/tessera', 'ulimit -n 256');
    expect(await command.ended()).toBe(1);
    expect(command.errors).toMatch(
      /^This process may open 256 files only, it needs 512: .*ulimit -n 1024.*\n$/,
    );
  },
);
