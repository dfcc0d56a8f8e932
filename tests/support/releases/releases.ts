import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const fixtures = join(root, 'tests/fixtures');
const prefix = 'release-';

/** The folder of the records of a release; without a version, of the one that this checkout will be. */
export function releaseFolder(
  version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
): string {
  return join(fixtures, `${prefix}${version}`);
}

/** The versions with records, the newest last. */
export function recordedReleases(): readonly string[] {
  return readdirSync(fixtures)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

export function lastRelease(): string {
  const version = recordedReleases().at(-1);
  if (!version) throw new Error('No release is recorded: npm run record-release');
  return version;
}
