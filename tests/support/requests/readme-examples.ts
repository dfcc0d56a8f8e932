import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cwd = fileURLToPath(new URL('../../..', import.meta.url));

/** The shell examples of an emulator's README, in order. */
export async function readmeExamples(emulator: string): Promise<readonly string[]> {
  const readme = await readFile(join(cwd, 'emulators', emulator, 'README.md'), 'utf8');
  return [...readme.matchAll(/```sh\n(.+?)\n```/gs)].map(([, example = '']) => example);
}

/** Runs a script at the repository's root, and gives its output. */
export async function runScript(script: string): Promise<string> {
  const { stdout } = await promisify(exec)(script, { cwd, timeout: 80_000 });
  return stdout;
}

/** Runs a command that does not end by itself, and stops it after `use`, which gets the output up to `lastText`. */
export async function runCommand(
  command: string,
  lastText: string,
  use: (output: string) => Promise<void>,
): Promise<void> {
  const child = spawn('sh', ['-c', command], { cwd, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let output = '';
    for await (const chunk of child.stdout) {
      output += chunk;
      if (output.includes(lastText)) break;
    }
    await use(output);
  } finally {
    const ended = once(child, 'exit');
    if (child.pid !== undefined) process.kill(-child.pid);
    await ended;
  }
}
