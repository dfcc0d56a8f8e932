import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packService, readManifest } from './pack.js';
import { packageSbom } from './sbom.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'release');
const changelogs = ['CHANGELOG.md', 'sdk/CHANGELOG.md'];
const manifests = ['package.json', 'sdk/package.json', 'package-lock.json'];

/** Why there is no release: one line for the person who asked for it. */
class Refused extends Error {}

/** @param {string} version */
async function release(version) {
  const { version: before } = await readManifest(root);
  const tag = `v${version}`;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refused('Usage: npm run release -- 1.2.3');
  if (git('tag', '--list', tag)) throw new Refused(`There is a tag ${tag}: choose a later version.`);
  if (isEarlier(version, before))
    throw new Refused(`${version} is earlier than ${before}: choose a later version.`);
  if (git('status', '--porcelain'))
    throw new Refused('There are changes that are not committed: commit or remove them.');
  const [changes] = await Promise.all(changelogs.map(unreleasedOf));
  if (!changes) throw new Refused('CHANGELOG.md has nothing under "Unreleased": say what has changed.');

  try {
    await rm(output, { recursive: true, force: true });
    await mkdir(output);
    await setVersion(before, version);
    npm('run', 'record-release');
    await writeFile(join(root, recordFolder(version), 'commit'), `${git('rev-parse', 'HEAD')}\n`);
    await makeFiles(version);
  } catch (error) {
    git('restore', '.');
    git('clean', '-d', '--force', '--quiet', recordFolder(version));
    // The output of a command has said why.
    if (error instanceof Error && 'status' in error) {
      throw new Refused(`${error.message}\nThere is no release, and nothing was changed.`);
    }
    throw error;
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', tag, '--message', `${version}\n\n${changes}`);
  process.stdout.write(
    `Committed and tagged ${tag}; the files are in release/. To publish: git push --follow-tags\n`,
  );
}

/** @param {string} version */
async function makeFiles(version) {
  await packService(output);
  npm('pack', '--workspace', 'sdk', '--pack-destination', output, '--silent');
  const sbom = `${JSON.stringify(await packageSbom(), null, 2)}\n`;
  await writeFile(join(output, `tessera-${version}.cdx.json`), sbom);
  for (const name of ['openapi.json', 'admin-openapi.json']) {
    await cp(join(root, recordFolder(version), name), join(output, `tessera-${version}.${name}`));
  }
  const sums = (await readdir(output)).sort().map(async (name) => {
    const sum = createHash('sha256')
      .update(await readFile(join(output, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
  await writeFile(join(output, 'SHA256SUMS'), await Promise.all(sums));
}

/**
 * Records of each release, with which the tests compare later builds.
 *
 * @param {string} version
 */
const recordFolder = (version) => `tests/fixtures/release-${version}`;

/**
 * @param {string} before
 * @param {string} version
 */
async function setVersion(before, version) {
  for (const file of manifests) {
    await edit(file, (text) => {
      const manifest = JSON.parse(text);
      manifest.version = version;
      for (const own of ['', 'sdk']) if (manifest.packages) manifest.packages[own].version = version;
      return `${JSON.stringify(manifest, null, 2)}\n`;
    });
  }
  const named = new RegExp(
    `(tessera(?:-client)?[-:]|version[:=] ?"?)${before.replaceAll('.', '\\.')}(?!\\.?\\d)`,
    'gi',
  );
  for (const file of git('ls-files', 'Dockerfile', 'deploy', 'docs').split('\n')) {
    await edit(file, (text) => text.replaceAll(named, `$1${version}`));
  }
  const heading = `## Unreleased\n\n## ${version} (${new Date().toISOString().slice(0, 10)})`;
  for (const file of changelogs) {
    const changes = await unreleasedOf(file);
    await edit(file, (text) =>
      text.replace(/^## Unreleased$/m, changes ? heading : `${heading}\n\nNo changes.`),
    );
  }
}

/**
 * The text between the heading "Unreleased" and the next release.
 *
 * @param {string} file
 */
async function unreleasedOf(file) {
  const text = await readFile(join(root, file), 'utf8');
  const changes = text
    .split(/^## /m)
    .find((section) => section.startsWith('Unreleased\n'))
    ?.slice('Unreleased\n'.length);
  if (changes === undefined) throw new Refused(`${file} has no heading "## Unreleased".`);
  return changes.trim();
}

/**
 * @param {string} file
 * @param {(text: string) => string} change
 */
async function edit(file, change) {
  const text = await readFile(join(root, file), 'utf8');
  const changed = change(text);
  if (changed !== text) await writeFile(join(root, file), changed);
}

/**
 * @param {string} version
 * @param {string} other
 */
function isEarlier(version, other) {
  const [numbers, others] = [version, other].map((text) => text.split('.').map(Number));
  const at = numbers?.findIndex((number, index) => number !== others?.[index]) ?? -1;
  return at >= 0 && Number(numbers?.[at]) < Number(others?.[at]);
}

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** @param {string[]} args */
const npm = (...args) =>
  execFileSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });

try {
  await release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
