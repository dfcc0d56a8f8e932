import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/main.ts';
import { type Demo, seedDatabase, startDemoOn } from '../../../src/start-demo.ts';
import { copyDatabase, createDatabase, withClient } from '../database/postgres.ts';
import { SystemClock } from '../nodes/system-clock.ts';
import { guidesFolder } from '../run/guides-folder.ts';

const portalFolder = fileURLToPath(new URL('../../../dist/portal/', import.meta.url));
const template = 'tessera_demo_template';

export interface TestDemo extends Demo {
  readonly databaseUrl: string;
}

/**
 * The demo of `npm start` in the test's own process. Its database is created once per run and copied for each file.
 * `tests/system/command.test.ts` tests the command itself.
 */
export async function startTestDemo(create = createDemoDatabase, folder?: string): Promise<TestDemo> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'tessera-demo-')));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir });
  if (config.mode !== 'demo') throw new Error('These are the settings of the demo');
  const parts = {
    nodeRoles: { api: true, workers: true },
    portalFolder,
    guidesFolder,
    signingKeys: inject('signingKeys'),
  };
  const surroundings = { clock: new SystemClock(), logger: createLogger('silent') };
  const databaseUrl = await create(inject('postgresUrl'));
  const demo = await startDemoOn(databaseUrl, config, parts, surroundings);
  const stop = async () => {
    await demo.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...demo, stop, databaseUrl };
}

async function createDemoDatabase(serverUrl: string): Promise<string> {
  await withClient(`${serverUrl}postgres`, async (client) => {
    // The first caller creates it, the others wait.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`);
    const made = await client.query('select from pg_database where datname = $1', [template]);
    if (made.rowCount === 1) return;
    const unfinished = await createDatabase(serverUrl);
    await seedDatabase(unfinished, new Date());
    await client.query(`alter database ${unfinished.slice(serverUrl.length)} rename to ${template}`);
  });
  return copyDatabase(serverUrl, template);
}
