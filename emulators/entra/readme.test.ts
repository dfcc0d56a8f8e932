import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { CLIENT, NORTHWIND } from './sample-directory.ts';

it('runs the README’s example', async () => {
  const readme = await readFile(new URL('./README.md', import.meta.url), 'utf8');
  const command = /```sh\n(.+)\n```/.exec(readme)?.[1] ?? '';
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await promisify(exec)(command, { cwd, timeout: 25_000 });
  expect(JSON.parse(stdout)).toMatchObject({ azp: CLIENT, tid: NORTHWIND, ver: '2.0' });
});
