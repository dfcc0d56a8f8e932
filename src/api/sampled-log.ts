import type { FastifyBaseLogger } from 'fastify';
import { isRetryable } from '../storage/retryable.ts';

/** Logs one of many failures of the same kind, with their number. */
export type FailureLog = (message: string, error: unknown, about?: Readonly<Record<string, unknown>>) => void;

const windowMilliseconds = 10_000;
const maxReasonLength = 200;

/**
 * Logs the first failure of a kind (message and error code) at once, and those of the next ten seconds as one line with
 * their `count`. Lines have only the error's code and message: an outage must not fill the disk, and database errors
 * reference objects with secrets.
 */
export function sampleFailures(logger: FastifyBaseLogger): FailureLog {
  const windows = new Map<string, { count: number; fields: object }>();
  const open = (key: string, message: string): void => {
    const window = { count: 0, fields: {} };
    windows.set(key, window);
    setTimeout(() => {
      if (window.count === 0) {
        windows.delete(key);
        return;
      }
      logger.warn({ ...window.fields, count: window.count }, message);
      open(key, message);
    }, windowMilliseconds).unref();
  };
  return (message, error, about = {}) => {
    const fields = { ...about, ...summaryOf(error) };
    const key = `${message} ${fields.errorCode}`;
    const window = windows.get(key);
    if (window) {
      window.count += 1;
      window.fields = fields;
      return;
    }
    logger.warn(fields, message);
    open(key, message);
  };
}

/** Logs a worker's failure in full, except database failures, which are sampled. */
export function logFault(
  logger: FastifyBaseLogger,
  logFailure: FailureLog,
  worker: string,
  error: unknown,
): void {
  const message = 'worker failed';
  if (isRetryable(error)) logFailure(message, error, { worker });
  else logger.error({ err: error, worker }, message);
}

function summaryOf(error: unknown): { readonly errorCode: string | null; readonly reason: string | null } {
  if (error === null) return { errorCode: null, reason: null };
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReasonLength);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return { errorCode: typeof code === 'string' ? code : null, reason };
}
