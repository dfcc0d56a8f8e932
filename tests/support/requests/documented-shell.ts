import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** README and the pages of the documentation's index, in its order. */
export function documentationPages(): readonly string[] {
  const index = textOf('docs/README.md');
  return [
    'README.md',
    ...[...index.matchAll(/\]\(([a-z-]+\/[a-z-]+\.md)\)/g)].map(([, name = '']) => `docs/${name}`),
  ];
}

function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** The shell blocks of a page, unchanged. */
export function shellBlocks(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

/** A folder with links to the checkout, in which the examples can create files. */
export function linkCheckout(folder: string): void {
  for (const name of readdirSync(root)) {
    if (!['.git', '.data', '.env'].includes(name)) symlinkSync(join(root, name), join(folder, name));
  }
}

/**
 * Runs the blocks of a page in one shell, up to the first command that fails. The demo has a free port instead of 4000, so
 * `curl` and `tessera` get its address. The service is built, installed and running: `npm start` and `tessera serve` do nothing alone, and run
 * the built command with arguments, `npm start` after npm's banner. A sample is for the demo: it gets no production settings.
 */
export async function runBlocks(
  blocks: readonly string[],
  { folder, baseUrl, production }: ShellSurroundings,
): Promise<string> {
  const settings = Object.entries(production).map(([name, value]) => `${name}='${value}'`);
  const script = [
    'set -Eeuo pipefail',
    `curl() { command curl --silent --show-error --fail-with-body "\${@//http:\\/\\/127.0.0.1:4000/${baseUrl}}"; }`,
    `node() { case "$*" in *--sample*) ;; *) local -x ${settings.join(' ')} ;; esac; command node "$@"; }`,
    `tessera() { [ "$*" = serve ] || node dist/command.js "\${@//http:\\/\\/127.0.0.1:4000/${baseUrl}}"; }`,
    `export XDG_CONFIG_HOME='${join(folder, '.config')}'`,
    'npm() { case "$*" in',
    '  start | "run package" | "install --global "*) ;;',
    `  "start -- "*) printf '\\n> tessera start\\n> node scripts/start.js\\n\\n'; shift 2; node dist/command.js "$@" ;;`,
    `  *) ${settings.join(' ')} command npm "$@" ;;`,
    'esac; }',
    `trap 'echo "Failed: $BASH_COMMAND" >&2' ERR`,
    ...blocks,
  ].join('\n');
  const run = promisify(execFile);
  return run('bash', ['-c', script], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${stderr}\n${stdout.slice(-2_000)}`);
    },
  );
}

interface ShellSurroundings {
  readonly folder: string;
  readonly baseUrl: string;
  /** The settings of the examples that need a production database. */
  readonly production: Readonly<Record<string, string>>;
}
