import type { FastifyBaseLogger } from 'fastify';

type LogMethod = (...args: unknown[]) => void;

/**
 * The logger of one request, which names it in every line. Most requests write none, so the child that does the work
 * is made for the first line and not before.
 */
export class RequestLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #child: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#own.level;
  }

  child(bindings: Record<string, unknown>): FastifyBaseLogger {
    return this.#own.child(bindings);
  }

  fatal(...args: unknown[]): void {
    (this.#own.fatal as LogMethod)(...args);
  }

  error(...args: unknown[]): void {
    (this.#own.error as LogMethod)(...args);
  }

  warn(...args: unknown[]): void {
    (this.#own.warn as LogMethod)(...args);
  }

  info(...args: unknown[]): void {
    (this.#own.info as LogMethod)(...args);
  }

  debug(...args: unknown[]): void {
    (this.#own.debug as LogMethod)(...args);
  }

  trace(...args: unknown[]): void {
    (this.#own.trace as LogMethod)(...args);
  }

  silent(): void {}

  get #own(): FastifyBaseLogger {
    this.#child ??= this.#parent.child(this.#bindings);
    return this.#child;
  }
}
