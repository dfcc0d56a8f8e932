import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';
import { guideInputs } from '../guides/sources.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist');
const migrations = join(root, 'src/storage/schema/migrations');
const ownCode = ['embedded-postgres', 'emulators', 'sdk/src', 'src'].map((folder) => join(root, folder));
const portal = join(root, 'portal');
const portalOutput = join(output, 'portal');
const guidesOutput = join(output, 'guides');

/** Stay in `node_modules`: they read files beside their own, or break when they are bundled. */
export const unbundled = [
  '@fastify/cookie',
  '@peculiar/x509',
  '@scalar/fastify-api-reference',
  'pino',
  'selfsigned',
];
/** Packages use these where somebody has installed them. What we ship must not depend on our tools having done so. */
const absent = ['pg-cloudflare', 'pg-native', 'supports-color'];

/**
 * Bundles our code with its packages into `dist/`, unless it is there already. A process spent half of its start on
 * finding and reading a thousand files of packages.
 */
export async function buildService() {
  const made = join(output, 'made-of');
  const sources = await hashOf(ownCode);
  if ((await readMade(made)).sources === sources) return;
  announce('service');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      command: 'src/command.ts',
      'webhook-listener': 'emulators/webhook-listener/command.ts',
      'yaml-thread': 'src/catalogue-file/yaml-thread.js',
    },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    external: [...unbundled, ...absent],
    // Packages in CommonJS require Node's own modules.
    banner: {
      js: "import { createRequire as requireIn } from 'node:module'; const require = requireIn(import.meta.url);",
    },
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
  // A migration that a branch renames would be applied under both names.
  const built = await readdir(join(output, 'migrations'));
  const stale = built.filter((name) => name.endsWith('.sql') && !names.includes(name));
  await Promise.all(stale.map((name) => rm(join(output, 'migrations', name), { force: true })));
  const files = [
    ...outputFiles.map(({ path }) => path),
    ...names.map((name) => join(output, 'migrations', name)),
  ];
  await writeMade(made, sources, files);
}

/**
 * Builds what browsers load into `dist/portal`, unless it stands there already, and says where that is. Names of assets
 * have a hash of what is in them, and the page that names them is replaced last: whoever starts meanwhile finds the
 * portal of before, whole.
 */
export async function buildPortal() {
  const made = join(portalOutput, 'made-of');
  const sources = await hashOf([portal]);
  if ((await readMade(made)).sources === sources) return portalOutput;
  announce('portal');
  const built = await asProduction(async () => {
    // It takes its time to load, and most starts do not need it.
    const { build: buildPages } = await import('vite');
    return buildPages({ configFile: join(portal, 'vite.config.js'), logLevel: 'warn' });
  });
  if (!('output' in built)) throw new Error('The portal was not built once and whole');
  const files = built.output.map((file) => ({
    path: join(portalOutput, file.fileName),
    contents: Buffer.from(file.type === 'chunk' ? file.code : file.source),
  }));
  const page = join(portalOutput, 'index.html');
  await Promise.all(files.filter(({ path }) => path !== page).map(replaceWithCompressed));
  for (const { path, contents } of files) if (path === page) await replaceFile(path, contents);
  const compressed = files.filter(({ path }) => path !== page).map(({ path }) => `${path}.gz`);
  await writeMade(made, sources, [...files.map(({ path }) => path), ...compressed]);
  return portalOutput;
}

/** Renders the guides into `dist/guides`, unless they are current. */
async function buildGuides() {
  const made = join(guidesOutput, 'made-of');
  const sources = await hashOf(guideInputs.map((input) => join(root, input)));
  if ((await readMade(made)).sources === sources) return;
  announce('guides');
  const { renderGuides } = await import('../guides/render.js');
  const files = (await renderGuides(root)).map(({ path, contents }) => ({
    path: join(guidesOutput, path),
    contents,
  }));
  const texts = files.filter(({ path }) => !path.endsWith('.png'));
  await Promise.all(
    files.map((file) =>
      texts.includes(file) ? replaceWithCompressed(file) : replaceFile(file.path, file.contents),
    ),
  );
  await writeMade(made, sources, [
    ...files.map(({ path }) => path),
    ...texts.map(({ path }) => `${path}.gz`),
  ]);
}

/** Builds everything that the service runs and serves. */
export async function buildAll() {
  await Promise.all([buildService(), buildPortal(), buildGuides()]);
}

/** The paths below `dist/` that the last build wrote; others there are of earlier builds. */
export async function builtFiles() {
  const made = await Promise.all(
    [output, portalOutput, guidesOutput].map((folder) => readMade(join(folder, 'made-of'))),
  );
  return made.flatMap(({ files }) => files);
}

/**
 * On the standard error: a command that is built first may print into a file.
 *
 * @param {string} part
 */
function announce(part) {
  process.stderr.write(`Building the ${part} …\n`);
}

/** @param {string} path */
async function readMade(path) {
  const [sources = '', ...files] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  return { sources, files };
}

/**
 * @param {string} path
 * @param {string} sources
 * @param {string[]} files
 */
async function writeMade(path, sources, files) {
  const names = files.map((file) => relative(output, file)).sort();
  await replaceFile(path, Buffer.from([sources, ...names].join('\n')));
}

/**
 * Vite takes NODE_ENV from the environment: with another value it would bundle the development build of React, which is
 * several times slower.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 */
async function asProduction(work) {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** @param {string[]} inputs Files and folders. */
async function hashOf(inputs) {
  const found = await Promise.all(
    inputs.map(async (input) => {
      if ((await stat(input)).isFile()) return [input];
      const names = await readdir(input, { recursive: true, withFileTypes: true });
      return names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
    }),
  );
  const paths = found.flat();
  const hash = createHash('sha256');
  for (const path of [...paths.sort(), join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]) {
    const contents = await readFile(path);
    hash.update(`${path.slice(root.length)} ${contents.length}\n`).update(contents);
  }
  return hash.digest('hex');
}

/** @param {{ path: string, contents: Buffer }} file */
async function replaceWithCompressed({ path, contents }) {
  await replaceFile(`${path}.gz`, await promisify(gzip)(contents, { level: 9 }));
  await replaceFile(path, contents);
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
  // With --keep, files that are current stay in place: a running service may have them open.
  if (!process.argv.includes('--keep')) await rm(output, { recursive: true, force: true });
  await buildAll();
}
