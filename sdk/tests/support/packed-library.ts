import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** The library as npm packs it, built anew, and empty projects that install it. */
export class PackedLibrary {
  readonly tarball: string;
  /** The paths of the files in the package. */
  readonly files: readonly string[];
  readonly #folder: string;

  private constructor(folder: string, tarball: string, files: readonly string[]) {
    this.#folder = folder;
    this.tarball = tarball;
    this.files = files;
  }

  static async pack(): Promise<PackedLibrary> {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-library-'));
    const args = ['pack', '-w', 'sdk', '--pack-destination', folder, '--json', '--silent'];
    const { stdout } = await run('npm', args, { cwd: root });
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed];
    return new PackedLibrary(
      folder,
      join(folder, packed.filename),
      packed.files.map(({ path }) => path),
    );
  }

  /** An empty project with the library, and links to these packages of the checkout. */
  async install(...packages: readonly string[]): Promise<string> {
    const project = await mkdtemp(join(this.#folder, 'project-'));
    await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', this.tarball], { cwd: project });
    await Promise.all(packages.map((name) => linkPackage(project, name)));
    return project;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function linkPackage(project: string, name: string): Promise<void> {
  const link = join(project, 'node_modules', name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(join(root, 'node_modules', name), link);
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}
