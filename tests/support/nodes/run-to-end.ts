import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface EndedProcess {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the built command, or another program, to its end, with an otherwise empty environment. */
export async function runToEnd(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  { input = '', program = [process.execPath, 'dist/command.js'] as readonly string[], cwd = root } = {},
): Promise<EndedProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const [command = '', ...first] = program;
  const child = spawn(command, [...first, ...args], { cwd, env: { PATH, HOME, ...environment } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  // A process that reads nothing may have ended already.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, output, errors };
}
