import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { testEncryptionKeyText } from './encryption-key.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The settings that a node on this database needs. */
export const nodeEnvironment = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'https://tessera.example',
  IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
  ENCRYPTION_KEY: testEncryptionKeyText,
});

/**
 * A script in a process with an otherwise empty environment: the service's command, or an example. The tests build the
 * command once; `start.js` would build it at every start.
 */
export class RunningCommand {
  readonly #child: ChildProcess;
  #output = '';
  #errors = '';

  constructor(
    args: readonly string[],
    environment: Record<string, string> = {},
    script = 'dist/command.js',
    /** Shell commands to run first, such as `ulimit`. */
    shell?: string,
    node = process.execPath,
  ) {
    const { PATH = '', HOME = '' } = process.env;
    const [program, ...rest] = shell
      ? ['sh', '-c', `${shell}; exec "$0" "$@"`, node, script, ...args]
      : [node, script, ...args];
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

  /** Waits for this text in the output; fails with the output when the process exits. */
  async prints(text: string, timeout = 80_000): Promise<void> {
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

  /** Waits until a server listens; returns its URL. */
  async listens(): Promise<string> {
    await this.prints('"msg":"listening"');
    return /"url":"(http[^"]+)"/.exec(this.#output)?.[1] ?? '';
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
