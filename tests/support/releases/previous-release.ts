import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasCommit } from './git-history.ts';
import { lastRelease, releaseFolder } from './releases.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** The built service of the last release, in a folder of its own. */
export class PreviousRelease {
  readonly version: string;
  readonly #folder: string;

  private constructor(version: string, folder: string) {
    this.version = version;
    this.#folder = folder;
  }

  /** Whether this clone has the code of the release; if not: `git fetch --unshallow`. */
  static get isAvailable(): boolean {
    return hasCommit(commitOf(lastRelease()));
  }

  static async build(): Promise<PreviousRelease> {
    const version = lastRelease();
    const commit = commitOf(version);
    const folder = await mkdtemp(join(tmpdir(), 'tessera-previous-'));
    const archive = join(folder, 'release.tar');
    await run('git', ['archive', '--output', archive, commit], { cwd: root });
    await run('tar', ['xf', archive], { cwd: folder });
    if (await needsSamePackages(folder))
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    else await run('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit'], { cwd: folder });
    await run('npm', ['run', 'build'], { cwd: folder });
    return new PreviousRelease(version, folder);
  }

  get command(): string {
    return join(this.#folder, 'dist/command.js');
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The commit whose code was released; the one after it sets the version. */
function commitOf(version: string): string {
  return readFileSync(join(releaseFolder(version), 'commit'), 'utf8').trim();
}

async function needsSamePackages(folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all(
    [folder, root].map(async (place) => {
      const { packages } = JSON.parse(await readFile(join(place, 'package-lock.json'), 'utf8'));
      // Our own packages have another version.
      return JSON.stringify({ ...packages, '': null, sdk: null });
    }),
  );
  return theirs === ours;
}
