import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { type Demo, seedDatabase, startDemoOn } from '../../../src/service/start-demo.ts';
import { createLogger } from '../../../src/service/start-service.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { copyDatabase, createDatabase, withClient, worldServerUrl } from '../database/postgres.ts';
import { SystemClock } from '../nodes/system-clock.ts';
import { guidesFolder } from '../run/guides-folder.ts';
import { testAge, testStart } from '../run/test-time.ts';

const portalFolder = fileURLToPath(new URL('../../../dist/portal/', import.meta.url));
const sampleFolder = fileURLToPath(new URL('../../../examples/accelerator-export/', import.meta.url));
const template = 'tessera_demo_template';

export interface TestDemo extends Demo {
  readonly now: () => Date;
  readonly databaseUrl: string;
}

/**
 * The demo of `npm start` in the test's own process. Its database is seeded once per run, at its start, and copied for
 * each demo; or it is the one that the caller creates, seeded now. `tests/system/command.test.ts` tests the command
 * itself.
 */
export async function startTestDemo(
  create?: (serverUrl: string) => Promise<string>,
  folder?: string,
): Promise<TestDemo> {
  const dataDir = folder ?? (await mkdtemp(join(inject('runFolder'), 'demo-')));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir });
  if (config.mode !== 'demo') throw new Error('These are the settings of the demo');
  const clock = new SystemClock(testAge);
  const parts = {
    // Seeded at another hour again, the copy would have the usage of both hours.
    seededAt: create ? clock.now() : testStart,
    nodeRoles: { api: true, workers: true },
    portalFolder,
    guidesFolder,
    sampleFolder,
    signingKeys: inject('rsaKeys'),
  };
  const surroundings = { clock, logger: createLogger('silent') };
  const databaseUrl = await (create ?? copyDemoDatabase)(worldServerUrl());
  const demo = await startDemoOn(databaseUrl, config, parts, surroundings);
  const stop = async () => {
    await demo.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...demo, stop, databaseUrl, now: clock.now };
}

async function copyDemoDatabase(serverUrl: string): Promise<string> {
  await withClient(`${serverUrl}postgres`, async (client) => {
    // The first caller creates it, the others wait.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`);
    const made = await client.query('select from pg_database where datname = $1', [template]);
    if (made.rowCount === 1) return;
    const unfinished = await createDatabase(serverUrl);
    await seedDatabase(unfinished, testStart);
    await client.query(`alter database ${unfinished.slice(serverUrl.length)} rename to ${template}`);
  });
  return copyDatabase(serverUrl, template);
}
