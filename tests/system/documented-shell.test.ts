import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../support/database/postgres.ts';
import { testEncryptionKeyText } from '../support/nodes/encryption-key.ts';
import {
  documentationPages,
  linkCheckout,
  runBlocks,
  shellBlocks,
} from '../support/requests/documented-shell.ts';
import { startTestDemo } from '../support/worlds/test-demo.ts';

/** Beginnings of blocks that cannot run inside a test, each with the test that runs it. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm start': '.ci/run and tests/system/command.test.ts',
};

/** Required on CI; elsewhere these tests are skipped when a tool is missing. */
const tools = ['bash', 'curl', 'jq'];
const hasTools = tools.every((tool) => !spawnSync(tool, ['--version']).error);

async function runAlone(blocks: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-documentation-'));
  linkCheckout(folder);
  const dataDir = join(folder, '.data');
  await mkdir(dataDir);
  const demo = await startTestDemo(undefined, dataDir);
  try {
    return await runBlocks(blocks, {
      folder,
      baseUrl: demo.facts.baseUrl,
      production: {
        DATABASE_URL: await createDatabase(inject('postgresUrl')),
        PUBLIC_URL: 'https://tessera.example',
        IDP_API_APP_ID: '00000000-0000-0000-0000-000000000000',
        ENCRYPTION_KEY: testEncryptionKeyText,
      },
    });
  } finally {
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const runs = (page: string) =>
  shellBlocks(page).filter(
    (block) => !Object.keys(testedElsewhere).some((beginning) => block.startsWith(beginning)),
  );

describe.skipIf(!hasTools && !process.env.CI)('shell examples of the documentation', () => {
  it.each(documentationPages().filter((page) => runs(page).length > 0))(
    'run unchanged, alone on a new demo: %s',
    async (page) => {
      expect(await runAlone(runs(page))).not.toBe('');
    },
  );

  it('fail the test when one of their commands fails', async () => {
    const failing = runAlone(['curl http://127.0.0.1:4000/nowhere\necho fine']);
    await expect(failing).rejects.toThrow(/Failed: .*curl[\s\S]*route_not_found/);
  });

  it('fail the test when the banner of npm gets into a file', async () => {
    const block = 'npm start -- migrate > migrations.txt\n[ -z "$(grep "^>" migrations.txt)" ]';
    await expect(runAlone([block])).rejects.toThrow('Failed: [ -z "$(grep');
  });
});
