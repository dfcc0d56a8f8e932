import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { dumpRows, loadDump, tableSizes } from './support/database/database-dump.ts';
import { createEmptyDatabase } from './support/database/postgres.ts';
import { demoKey, fillDemo } from './support/releases/filled-demo.ts';
import { askAll, startRecordedNode, writeRelease } from './support/releases/recorded-release.ts';
import { questionsOf } from './support/releases/release-questions.ts';
import { recordedReleases, releaseFolder } from './support/releases/releases.ts';
import { World } from './support/worlds/world.ts';

/** What `npm run record-release` keeps of this version; later builds are compared with it. */
const folder = releaseFolder();
let world: World;
beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  world = await World.create({ publicUrl: 'https://tessera.example' });
});
afterAll(() => world.close());

it('records the OpenAPI documents', async () => {
  for (const [name, { document }] of [
    ['openapi.json', world.contract],
    ['admin-openapi.json', world.adminContract],
  ] as const) {
    // Builds are compared with the last release only.
    for (const version of recordedReleases()) await rm(join(releaseFolder(version), name), { force: true });
    await writeFile(join(folder, name), `${JSON.stringify(document, null, 1)}\n`);
  }
});

it('records a database with rows in every table, and how it answers', async () => {
  const { databaseUrl, facts, workspaceId, serviceAccountKey } = await fillDemo();
  const empty = (await tableSizes(databaseUrl)).filter(({ rows }) => rows === 0).map(({ name }) => name);
  expect(empty, 'empty tables: fill them in tests/support/releases/filled-demo.ts').toEqual([]);
  const dump = await dumpRows(databaseUrl);

  const copy = await createEmptyDatabase(inject('postgresUrl'));
  await loadDump(copy, dump);
  const { apiKey } = facts;
  const start = { now: new Date().toISOString(), encryptionKey: demoKey, apiKey, serviceAccountKey };
  const questions = await questionsOf(copy, { workspaceId, facts, document: world.adminContract.document });
  const node = await startRecordedNode(copy, start);
  const answers = await askAll(node, start, questions).finally(() => node.stop());
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ path, body }) => ({ path, body }))).toEqual([]);
  await writeRelease(dump, { ...start, answers });
});
