import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { FailureLog } from './sampled-log.ts';

export const slowMilliseconds = 1_000;

/**
 * Fast successful responses are only counted; refusals, faults and slow responses get one line each. 503 responses,
 * thousands in an outage, are sampled.
 */
export function logRequests(app: FastifyInstance, logFailure: FailureLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const isSlow = reply.elapsedTime >= slowMilliseconds && !reply.isStream;
    if (reply.statusCode < 400 && !isSlow) return;
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      code: reply.refusalCode,
      milliseconds: Math.round(reply.elapsedTime),
      apiClientId: request.caller?.client.apiClientId ?? null,
      address: request.ip,
    };
    if (reply.statusCode === 503) {
      logFailure('request answered', reply.failure, { requestId: request.id, ...line });
    } else {
      request.log.info(line, 'request answered');
    }
  });
}

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

/** Warns once about an untrusted proxy: with it all callers share one IP address. */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      app.log.warn(
        { from: request.ip },
        'X-Forwarded-For was seen, and TRUSTED_PROXIES is not set: failed credentials of all callers count as one source; name the balancer there',
      );
    }
    done();
  });
}
