import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TrackingSettings } from './tracking-application.ts';

/** Node 20 runs no TypeScript. Returns the path of the application. */
export async function buildTrackingApplication(folder: string): Promise<string> {
  const outfile = join(folder, 'tracking-application.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./tracking-application.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return outfile;
}

/** A running application that tracks usage. */
export class TrackingProcess {
  /** The highest number that is on disk; those below are too. */
  acknowledged: number;
  readonly lines: string[] = [];
  readonly #child: ChildProcess;

  /** @param shell a command to run first in the same process, such as `ulimit`. */
  constructor(program: string, settings: TrackingSettings, shell = ':') {
    this.acknowledged = settings.first - 1;
    const args = ['-c', `${shell}; exec "$0" "$@"`, process.execPath, program, JSON.stringify(settings)];
    this.#child = spawn('sh', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout } = this.#child;
    if (!stdout) throw new Error('The process has no output');
    createInterface({ input: stdout }).on('line', (line) => {
      const [, number] = /^acknowledged (\d+)$/.exec(line) ?? [];
      if (number === undefined) this.lines.push(line);
      else this.acknowledged = Math.max(this.acknowledged, Number(number));
    });
  }

  /** Ends it as a crash of the machine's process would. All that it printed has arrived. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    if (!this.#child.stdout?.closed) await once(this.#child, 'close');
  }

  /** Waits until it has sent everything and ended. */
  async finish(): Promise<number | null> {
    this.#child.stdin?.end('finish\n');
    if (!this.#child.stdout?.closed) await once(this.#child, 'close');
    return this.#child.exitCode;
  }
}
