import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const output = join(root, 'dist');
const migrations = join(root, 'src/storage/migrations');

/** Bundles our own code into `dist/`; packages stay in `node_modules`. */
export async function buildService() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { command: 'src/command.ts', 'webhook-listener': 'emulators/webhook-listener/command.ts' },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    write: false,
  });
  const names = await readdir(migrations);
  await Promise.all([
    ...outputFiles.map(({ path, contents }) => replaceFile(path, contents)),
    ...names.map(async (name) =>
      replaceFile(join(output, 'migrations', name), await readFile(join(migrations, name))),
    ),
  ]);
}

/**
 * Several may be started from one checkout at once: a file that is right is left alone, and another is replaced in
 * one step, so that nobody ever reads half of one.
 *
 * @param {string} path
 * @param {Uint8Array} contents
 */
async function replaceFile(path, contents) {
  const present = await readFile(path).catch(() => undefined);
  if (present?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await writeFile(temporary, contents);
  await rename(temporary, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await rm(output, { recursive: true, force: true });
  await buildService();
}
