import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const library = fileURLToPath(new URL('../../../sdk/src/index.ts', import.meta.url));

export const hasPython = isInstalled('python3');

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a call that the portal shows, as a person would: the key is set in the shell, and the call is made there. */
export async function runShownCall(setKey: string, language: string, text: string): Promise<string> {
  if (language === 'curl') return (await run('sh', ['-c', `${setKey}\n${text}`])).stdout;
  const folder = await mkdtemp(join(tmpdir(), 'tessera-shown-call-'));
  try {
    const program = join(folder, language === 'Python' ? 'call.py' : 'call.mjs');
    if (language === 'Python') await writeFile(program, text);
    else await bundle(text, program);
    const command = language === 'Python' ? 'python3' : process.execPath;
    return (await run('sh', ['-c', `${setKey}\n'${command}' '${program}'`])).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With the client library of this checkout. */
async function bundle(text: string, outfile: string): Promise<void> {
  await build({
    stdin: { contents: text, loader: 'ts', resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    alias: { '@tessera/client': library },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
  });
}
