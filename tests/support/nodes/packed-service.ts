import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packService } from '../../../scripts/pack.js';

const run = promisify(execFile);

/** The package of `npm run package`, installed in a folder without anything else. */
export class PackedService {
  readonly folder: string;
  readonly bytes: number;
  /** The paths of the files in the package. */
  readonly files: readonly string[];

  private constructor(folder: string, bytes: number, files: readonly string[]) {
    this.folder = folder;
    this.bytes = bytes;
    this.files = files;
  }

  static async install(): Promise<PackedService> {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-installed-'));
    // The demo's PostgreSQL runs as another user when the test runs as root.
    await chmod(folder, 0o755);
    const tarball = await packService(folder);
    const { stdout } = await run('tar', ['tzf', tarball]);
    const files = stdout.trim().split('\n');
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
    return new PackedService(folder, (await stat(tarball)).size, files);
  }

  get command(): string {
    return join(this.folder, 'node_modules/.bin/tessera');
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
