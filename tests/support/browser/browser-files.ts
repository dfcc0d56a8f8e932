import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LaunchOptions } from 'playwright-core';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The browser of the npm package, unpacked once per machine and version; the installed Chrome where the package has
 * none for the platform.
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

/** Unpacked beside it and then renamed, so that the folder is always complete. */
async function unpack(folder: string): Promise<void> {
  const fresh = await mkdtemp(`${folder}-`);
  const script = "import('@sparticuz/chromium').then((browser) => browser.default.executablePath())";
  await promisify(execFile)(process.execPath, ['--eval', script], {
    cwd: root,
    // An environment without system libraries, so that the package unpacks its own.
    env: { TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  });
  // The package expects its fonts in that environment's folder; without any font the browser crashes.
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
