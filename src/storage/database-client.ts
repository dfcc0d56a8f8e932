import pg from 'pg';
import type { DatabaseServers } from './database-servers.ts';
import { nameOfWrite } from './statement-names.ts';

export interface DatabaseClientOptions extends Omit<pg.ClientConfig, 'connectionString'> {
  readonly servers: DatabaseServers;
  /** How long the server may take over one statement before the connection counts as dead. */
  readonly answerWithinMilliseconds: number;
}

const goodbyeMilliseconds = 2_000;
const readOnlyCode = '25006';

/** The server neither answered nor refused a statement: the network has lost it, and nobody was told. */
export class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`The database has not answered for ${milliseconds} ms`);
  }
}

/** The connection of a pool. */
export class DatabaseClient extends pg.Client {
  readonly #answerWithin: number;
  #isTaken = false;
  #isDiscarded = false;

  constructor({ servers, answerWithinMilliseconds, ...config }: DatabaseClientOptions) {
    super({
      ...config,
      connectionString: servers.current,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#answerWithin = answerWithinMilliseconds;
    // Whoever waits for a statement gets its error from the statement. An `error` event that nobody listens to, between
    // two statements or while a connection changes hands, would end the process.
    this.on('error', () => {});
  }

  /** Closes a connection that went silent, and gives prepared writes their names: the query builder hands over their text only. */
  override query(statement: never, ...rest: readonly unknown[]): never {
    const name = nameOfWrite(statement);
    const timer = setTimeout(
      () => this.#destroy(new SilentConnection(this.#answerWithin)),
      this.#answerWithin,
    );
    const args = [name === undefined ? statement : { name, text: statement }, ...rest];
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (...result: unknown[]) => {
        clearTimeout(timer);
        this.#notice(result[0]);
        callback(...result);
      };
      return this.#send(args) as never;
    }
    const answer = (this.#send(args) as Promise<unknown>).finally(() => clearTimeout(timer));
    answer.then(
      () => this.#notice(null),
      (error: unknown) => this.#notice(error),
    );
    return answer as never;
  }

  /** Told when the server refuses a write because it is read-only now. */
  onReadOnly: () => void = () => {};

  /** Told after each statement, with the error if it failed. */
  onStatement: (error: Error | undefined) => void = () => {};

  #notice(error: unknown): void {
    this.onStatement(error instanceof Error ? error : undefined);
    if (error instanceof Error && 'code' in error && error.code === readOnlyCode) this.onReadOnly();
  }

  taken(): void {
    this.#isTaken = true;
  }

  /** The pool keeps no connection that has begun to end. */
  released(): void {
    this.#isTaken = false;
    if (this.#isDiscarded) void this.end();
  }

  /** Closes the connection, at once or when its user has released it. */
  discard(): void {
    this.#isDiscarded = true;
    if (!this.#isTaken) this.#destroy();
  }

  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Says goodbye, and does not wait for long to hear it back. */
  override end(callback?: (error: Error) => void): never {
    const impatience = setTimeout(() => this.#destroy(), goodbyeMilliseconds);
    impatience.unref();
    this.once('end', () => clearTimeout(impatience));
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
