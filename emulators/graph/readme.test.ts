import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('runs the README’s example', async () => {
  const readme = await readFile(new URL('./README.md', import.meta.url), 'utf8');
  const command = /```sh\n(.+)\n```/.exec(readme)?.[1] ?? '';
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await promisify(exec)(command, { cwd, timeout: 25_000 });
  expect(JSON.parse(stdout)).toMatchObject({
    value: [
      { serviceIdentifier: 'contoso.planner.team', state: 'active' },
      { serviceIdentifier: 'contoso.notes.basic', state: 'warning' },
    ],
  });
});
