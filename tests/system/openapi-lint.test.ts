import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../support/worlds/world.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let world: World;
let folder: string;
beforeAll(async () => {
  world = await World.create();
  folder = await mkdtemp(join(tmpdir(), 'tessera-openapi-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

it.each(['/openapi.json', '/api/admin/v1/openapi.json'])('%s passes the linter', async (path) => {
  const file = join(folder, 'openapi.json');
  await writeFile(file, await (await fetch(`${world.service.url}${path}`)).text());
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const { stderr } = await promisify(execFile)(process.execPath, [redocly, 'lint', file], {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  expect(stderr).toContain('Your API description is valid');
  expect(stderr).not.toContain('Warning was generated');
});
