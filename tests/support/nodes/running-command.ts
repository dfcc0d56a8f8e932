import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { testEncryptionKeyText } from './encryption-key.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Less than the limit of a test, so that the output is shown. */
const startLimit = 200_000;

/** The settings that a node on this database needs. */
export const nodeEnvironment = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  HOST: '127.0.0.1',
  PORT: '0',
  // The same, so that metrics are on the API's port.
  METRICS_PORT: '0',
  PUBLIC_URL: 'https://tessera.example',
  IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
  ENCRYPTION_KEY: testEncryptionKeyText,
});

export interface RunningProgram {
  readonly script?: string | undefined;
  /** Runs the script. */
  readonly node?: string | undefined;
  readonly cwd?: string;
  /** Shell commands to run first, such as `ulimit`. */
  readonly shell?: string | undefined;
  /** Starts a process group, which signals reach as a whole. */
  readonly hasGroup?: boolean;
}

/**
 * A script in a process with an otherwise empty environment: the service's command, or an example. The tests build the
 * command once; `scripts/start.js` would build it at every start.
 */
export class RunningCommand {
  readonly #child: ChildProcess;
  readonly #hasGroup: boolean;
  #output = '';
  #errors = '';

  constructor(
    args: readonly string[],
    environment: Record<string, string> = {},
    {
      script = 'dist/command.js',
      node = process.execPath,
      cwd = root,
      shell,
      hasGroup = false,
    }: RunningProgram = {},
  ) {
    const { PATH = '', HOME = '' } = process.env;
    const [program, ...rest] = shell
      ? ['sh', '-c', `${shell}; exec "$0" "$@"`, node, script, ...args]
      : [node, script, ...args];
    this.#hasGroup = hasGroup;
    this.#child = spawn(program, rest, {
      cwd,
      detached: hasGroup,
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

  get pid(): number {
    return this.#child.pid ?? 0;
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

  /** Waits for this text in the output; fails with the output when the process exits. */
  async prints(text: string): Promise<void> {
    await vi.waitUntil(
      () => {
        if (this.#child.exitCode !== null) throw new Error(`It ended: ${this.#output}${this.#errors}`);
        return this.#output.includes(text);
      },
      { timeout: startLimit, interval: 20 },
    );
  }

  /** @param whom a group without `alone` gets the signal as a whole. */
  signal(name: NodeJS.Signals, whom: 'all' | 'alone' = 'all'): void {
    if (!this.#hasGroup || whom === 'alone') {
      this.#child.kill(name);
      return;
    }
    try {
      process.kill(-this.pid, name);
    } catch {
      // The group has ended.
    }
  }

  /** Waits until a server listens; returns its URL. */
  async listens(): Promise<string> {
    await this.prints('"msg":"listening"');
    // Metrics on a port of their own have a line with their URL, too.
    const line = this.#output.split('\n').find((each) => each.includes('"msg":"listening"')) ?? '';
    return /"url":"(http[^"]+)"/.exec(line)?.[1] ?? '';
  }

  /** Waits for the exit code. */
  async ended(): Promise<number | null> {
    if (!this.hasEnded) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.ended();
  }
}
