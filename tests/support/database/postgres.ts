import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { launchThrowAwayPostgres } from '../../../embedded-postgres/throw-away.ts';
import { migrate } from '../../../src/storage/schema/migrate.ts';
import {
  citusUrl,
  copyClusterDatabase,
  createClusterDatabase,
  createClusterTemplate,
  dropClusterDatabase,
} from './citus.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's server, up to the database name. */
    postgresUrl: string;
    /** The same by a Unix socket. */
    postgresSocketUrl: string;
  }
}

const template = 'tessera_template';

/** One server per run, migrated once into a template; each test file copies it. */
export default async function startPostgres(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (citusUrl) {
    const url = await createClusterTemplate(citusUrl, template);
    project.provide('postgresUrl', url);
    project.provide('postgresSocketUrl', url);
    return undefined;
  }
  const postgres = await launchThrowAwayPostgres();
  const url = postgres.url('');
  await withClient(`${url}postgres`, async (client) => {
    await client.query(`create database ${template}`);
    // It visits every database in turn, and a run makes hundreds.
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
  });
  await migrate(`${url}${template}`);
  project.provide('postgresUrl', url);
  project.provide('postgresSocketUrl', postgres.socketUrl(''));
  return () => postgres.stop();
}

/** Databases that this file has made on a cluster. */
const created = new Set<string>();

/** On a cluster, which outlives the run: Citus keeps a process for each database. */
export async function dropCreatedDatabases(): Promise<void> {
  if (!citusUrl) return;
  for (const name of created) await dropClusterDatabase(citusUrl, name);
  created.clear();
}

/** The server's address for a world of this project: by a Unix socket where the service is in the test's own process. */
export const worldServerUrl = () =>
  inject(process.env.POSTGRES_BY_SOCKET ? 'postgresSocketUrl' : 'postgresUrl');

/** A migrated database of its own: a copy of the template. */
export function createDatabase(serverUrl: string): Promise<string> {
  return copyDatabase(serverUrl, template);
}

/** A copy of a database without connections. */
export async function copyDatabase(serverUrl: string, original: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (citusUrl) {
    await copyClusterDatabase(citusUrl, original, name);
    created.add(name);
    return `${serverUrl}${name}`;
  }
  // The default strategy writes every page to the write-ahead log as well, which takes several times the CPU time.
  await withClient(`${serverUrl}postgres`, (client) =>
    client.query(`create database ${name} template ${original} strategy file_copy`),
  );
  return `${serverUrl}${name}`;
}

/** Ends what is left of its sessions. On a cluster, databases are dropped at the end of their file. */
export async function dropDatabase(url: string): Promise<void> {
  if (citusUrl) return;
  const name = new URL(url).pathname.slice(1);
  await withClient(`${worldServerUrl()}postgres`, (client) =>
    client.query(`drop database ${name} with (force)`),
  );
}

/** A database without tables. */
export async function createEmptyDatabase(serverUrl: string): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  if (citusUrl) {
    created.add(name);
    return createClusterDatabase(citusUrl, name);
  }
  await withClient(`${serverUrl}postgres`, (client) => client.query(`create database ${name}`));
  return `${serverUrl}${name}`;
}

export async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
