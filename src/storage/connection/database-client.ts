import pg from 'pg';
import type { DatabaseServers } from './database-servers.ts';

export interface DatabaseClientOptions extends Omit<pg.ClientConfig, 'connectionString'> {
  readonly servers: DatabaseServers;
  /** A statement without an answer after this time marks the connection as dead. */
  readonly answerWithinMilliseconds: number;
}

const closeTimeoutMilliseconds = 2_000;
const readOnlyCode = '25006';

/** The server neither answered nor refused a statement, as after a network partition. */
export class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`The database has not responded for ${milliseconds} ms`);
  }
}

export class DatabaseClient extends pg.Client {
  readonly #answerWithin: number;
  #isAcquired = false;
  #isDiscarded = false;

  constructor({ servers, answerWithinMilliseconds, ...config }: DatabaseClientOptions) {
    super({
      ...config,
      connectionString: servers.current,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#answerWithin = answerWithinMilliseconds;
    // A failed statement rejects its own promise. Without a listener, an `error` event between two statements would end
    // the process.
    this.on('error', () => {});
  }

  /** Adds the answer timeout. */
  override query(...args: unknown[]): never {
    const timer = setTimeout(
      () => this.#destroy(new SilentConnection(this.#answerWithin)),
      this.#answerWithin,
    );
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (...result: unknown[]) => {
        clearTimeout(timer);
        this.#report(result[0]);
        callback(...result);
      };
      return this.#send(args) as never;
    }
    const answer = (this.#send(args) as Promise<unknown>).finally(() => clearTimeout(timer));
    answer.then(
      () => this.#report(null),
      (error: unknown) => this.#report(error),
    );
    return answer as never;
  }

  /** Called when the server refuses a write because it has become read-only. */
  onReadOnly: () => void = () => {};

  /** Called after each statement, with its error if it failed. */
  onStatement: (error: Error | undefined) => void = () => {};

  #report(error: unknown): void {
    this.onStatement(error instanceof Error ? error : undefined);
    if (error instanceof Error && 'code' in error && error.code === readOnlyCode) this.onReadOnly();
  }

  acquired(): void {
    this.#isAcquired = true;
  }

  /** The pool removes a connection that is closing. */
  released(): void {
    this.#isAcquired = false;
    if (this.#isDiscarded) void this.end();
  }

  /** Closes the connection, now or when it is released. */
  discard(): void {
    this.#isDiscarded = true;
    if (!this.#isAcquired) this.#destroy();
  }

  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Closes the connection and waits only briefly for the server's confirmation. */
  override end(callback?: (error: Error) => void): never {
    const timeout = setTimeout(() => this.#destroy(), closeTimeoutMilliseconds);
    timeout.unref();
    this.once('end', () => clearTimeout(timeout));
    return super.end(callback as never) as never;
  }

  #send(args: readonly unknown[]): unknown {
    return super.query(...(args as [never]));
  }

  #destroy(error?: Error): void {
    const { connection } = this as unknown as {
      readonly connection: { readonly stream: { destroy(error?: Error): void } };
    };
    connection.stream.destroy(error);
  }
}
