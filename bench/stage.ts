import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { EntraEmulator } from '../emulators/entra/start.ts';
import { createWorkspace } from '../src/actions/workspaces/workspaces.ts';
import { openDatabase } from '../src/storage/database.ts';
import { accepted } from './accepted.ts';
import { addCallers, apiAppId, type BenchCaller, workspaces } from './callers.ts';
import { type RunningProcess, runProgram, startNodeProcess } from './child-process.ts';
import { addTenants, type BenchTenant, someTenants } from './tenants.ts';

export const databaseMaxConnections = 10;
/** More than twice the cache size, so that a walk through them has cache misses only. */
const maxTenants = 200_000;
const command = fileURLToPath(new URL('../command.js', import.meta.url));

/** The real service on a database with the given number of tenants. */
export interface Stage {
  readonly databaseUrl: string;
  /** By workspace. */
  readonly callers: ReadonlyMap<string, readonly BenchCaller[]>;
  readonly tenants: readonly BenchTenant[];
  readonly service: RunningProcess;
}

export interface StageOptions {
  readonly serverUrl: (database: string) => string;
  readonly idp: EntraEmulator;
  readonly tenants: number;
  readonly profile: string | null;
}

export async function setStage({ serverUrl, idp, tenants, profile }: StageOptions): Promise<Stage> {
  const name = `bench_${tenants}`;
  const client = new pg.Client({ connectionString: serverUrl('postgres') });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();

  const databaseUrl = serverUrl(name);
  const environment = {
    DATABASE_URL: databaseUrl,
    DATABASE_MAX_CONNECTIONS: String(databaseMaxConnections),
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    IDP_AUTH_URL: idp.url,
    IDP_API_APP_ID: apiAppId,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  await runProgram(process.execPath, [command, 'migrate'], environment);

  const database = openDatabase({ url: databaseUrl, maxConnections: 2, onConnectionLost: () => {} });
  const context = { database, now: new Date(), randomBytes };
  const callers = new Map<string, readonly BenchCaller[]>();
  for (let number = 1; number <= workspaces; number += 1) {
    const workspace = { slug: `bench-${number}`, name: `Bench ${number}`, partnerPlan: 'Scale' } as const;
    const { workspaceId } = accepted(await createWorkspace(context, workspace));
    callers.set(workspaceId, await addCallers(context, workspaceId, idp));
  }
  await addTenants(context, databaseUrl, [...callers.keys()], tenants);
  await database.destroy();

  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  return {
    databaseUrl,
    callers,
    tenants: await someTenants(databaseUrl, maxTenants),
    service: await startNodeProcess([...profiling, command], environment),
  };
}
