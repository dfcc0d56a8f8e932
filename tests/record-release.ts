import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { recordedReleases, releaseFolder } from './support/releases.ts';
import { World } from './support/world.ts';

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
