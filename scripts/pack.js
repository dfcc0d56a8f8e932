import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll, builtFiles, unbundled } from './build.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that only the build runs. Their licences do not apply to the build's output. */
const buildTools = ['esbuild', 'github-slugger', 'marked', 'vite'];

/**
 * Packs the built service as an npm package and returns the path of the tarball. It needs no other package but PostgreSQL's,
 * for the demo: whoever installs it gets the versions that were tested, and no build tools.
 *
 * @param {string} destination
 */
export async function packService(destination) {
  await buildAll();
  const folder = await mkdtemp(join(tmpdir(), 'tessera-package-'));
  try {
    await fillPackage(folder);
    const args = ['pack', '--pack-destination', destination, '--json', '--silent', '--ignore-scripts'];
    const output = execFileSync('npm', args, {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    const [{ filename }] = JSON.parse(output.slice(output.indexOf('[')));
    return join(destination, filename);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function fillPackage(folder) {
  const manifest = await readManifest(root);
  const { name, version, description, license, type, engines, optionalDependencies } = manifest;
  // Source maps are three fifths of the build, and the bundle is readable without them.
  const built = (await builtFiles())
    .filter((file) => !file.endsWith('.map'))
    .map((file) => join('dist', file));
  const sample = 'examples/accelerator-export';
  const samples = (await readdir(join(root, sample))).map((name) => join(sample, name));
  for (const file of [...built, ...samples, 'LICENSE', 'README.md', 'CHANGELOG.md', '.env.example']) {
    await cp(join(root, file), join(folder, file));
  }
  // In a checkout `npm start` takes its place, which builds first.
  const command = "#!/usr/bin/env node\nawait import(new URL('dist/command.js', import.meta.url).href);\n";
  await writeFile(join(folder, 'tessera.js'), command, { mode: 0o755 });
  for (const { path, dependencies } of (await closureOf(unbundled)).values()) {
    const target = join(folder, relative(root, path));
    await cp(path, target, { recursive: true, filter: (source) => isNeeded(source.slice(path.length)) });
    // `dependencies` has exact versions. With ranges, npm would replace versions that are fixed by `overrides`.
    await writeJson(join(target, 'package.json'), { ...(await readManifest(path)), dependencies });
  }
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), await licences(manifest.dependencies));
  await writeJson(join(folder, 'package.json'), {
    ...{ name, version, description, license, private: true, type, engines },
    bin: { tessera: 'tessera.js' },
    dependencies: Object.fromEntries(unbundled.map((name) => [name, manifest.dependencies[name]])),
    bundleDependencies: unbundled,
    optionalDependencies,
  });
}

/**
 * Whether a file of a package is needed to run it. Packages within it are copied on their own.
 *
 * @param {string} path
 */
const isNeeded = (path) => !path.includes(`${sep}node_modules`) && !/\.(map|[cm]?ts)$/.test(path);

/**
 * The installed packages that these need, by their folders, each with the versions of its dependencies.
 *
 * @param {readonly string[]} names
 */
async function closureOf(names) {
  /** @type {Map<string, { path: string, name: string, version: string, dependencies: Record<string, string> }>} */
  const found = new Map();
  /**
   * @param {string} name
   * @param {string} from
   * @returns {Promise<string>}
   */
  const visit = async (name, from) => {
    const path = await installedFolder(name, from);
    const known = found.get(path);
    if (known) return known.version;
    const { version, dependencies: wanted = {} } = await readManifest(path);
    /** @type {Record<string, string>} */
    const dependencies = {};
    found.set(path, { path, name, version, dependencies });
    for (const dependency of Object.keys(wanted)) dependencies[dependency] = await visit(dependency, path);
    return version;
  };
  for (const name of names) await visit(name, root);
  return found;
}

/**
 * @param {string} name
 * @param {string} from
 */
async function installedFolder(name, from) {
  for (const folder of createRequire(join(from, 'package.json')).resolve.paths(name) ?? []) {
    const path = join(folder, name);
    if (await readManifest(path).then(Boolean, () => false)) return path;
  }
  throw new Error(`The package ${name} is not installed: run npm ci.`);
}

/** @param {Record<string, string>} dependencies */
const bundledNames = (dependencies) => Object.keys(dependencies).filter((name) => !buildTools.includes(name));

/** Every package that is bundled, as `name@version`. */
export async function bundledPackages() {
  const packages = await closureOf(bundledNames((await readManifest(root)).dependencies));
  return new Set([...packages.values()].map(({ name, version }) => `${name}@${version}`));
}

/**
 * The notices of every package that is bundled: their licences require it.
 *
 * @param {Record<string, string>} dependencies
 */
async function licences(dependencies) {
  const notices = [...(await closureOf(bundledNames(dependencies))).values()].map(
    async ({ path, name, version }) => {
      const files = (await readdir(path)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
      const texts = await Promise.all(
        files.map((file) => readFile(join(path, file), 'utf8').catch(() => '')),
      );
      const { license = 'see its package' } = await readManifest(path);
      return `${name} ${version} (${license})\n\n${texts.join('\n')}`;
    },
  );
  return (await Promise.all(notices)).sort().join(`\n${'-'.repeat(80)}\n`);
}

/** @param {string} folder */
export const readManifest = async (folder) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/**
 * @param {string} path
 * @param {object} value
 */
async function writeJson(path, value) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${relative(process.cwd(), await packService(root))}\n`);
}
