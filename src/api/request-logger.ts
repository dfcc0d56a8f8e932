import type { FastifyBaseLogger } from 'fastify';

type LogMethod = (...args: unknown[]) => void;

/**
 * Logger of one request, with its id in every line. Most requests log nothing, so the child logger is created lazily.
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
