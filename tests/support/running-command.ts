import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What `npm start` runs, with the environment of a bare machine. It was built when the tests began; `start.js` would
 * build it again before each of the many starts.
 */
export class RunningCommand {
  readonly #child: ChildProcess;
  #output = '';
  #errors = '';

  constructor(
    args: readonly string[],
    environment: Record<string, string> = {},
    script: 'dist/command.js' | 'start.js' = 'dist/command.js',
    /** What a shell does first, such as setting limits. */
    shell?: string,
  ) {
    const { PATH = '', HOME = '' } = process.env;
    const [program, ...rest] = shell
      ? ['sh', '-c', `${shell}; exec "$0" "$@"`, process.execPath, script, ...args]
      : [process.execPath, script, ...args];
    this.#child = spawn(program, rest, {
      cwd: root,
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk) => {
      this.#output += chunk;
    });
    this.#child.stderr?.on('data', (chunk) => {
      this.#errors += chunk;
    });
  }

  get output(): string {
    return this.#output;
  }

  get errors(): string {
    return this.#errors;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Waits until it has said this, or fails with what it said instead. */
  async says(text: string, timeout = 80_000): Promise<void> {
    await vi.waitUntil(
      () => {
        if (this.#child.exitCode !== null) throw new Error(`It ended: ${this.#output}${this.#errors}`);
        return this.#output.includes(text);
      },
      { timeout, interval: 20 },
    );
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** The exit code, once it has ended. */
  async ended(): Promise<number | null> {
    if (!this.hasEnded) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.ended();
  }
}
