import { AsyncResource } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import type { CircuitChange } from '../../core/operations/circuit-change.ts';
import { isRetryable } from '../../storage/connection/retryable.ts';

/** Logs one of many failures of the same kind, with their number. Different subjects are different kinds. */
export type FailureLog = (
  message: string,
  error: unknown,
  about?: Readonly<Record<string, unknown>>,
  subject?: string,
) => void;

interface Window {
  count: number;
  /** Logs the latest failure, in the trace of its own request. */
  log: (count: number) => void;
}

const windowMilliseconds = 10_000;
const maxReasonLength = 200;

/**
 * Logs the first failure of a kind (message, error code and subject) at once, and those of the next ten seconds as one line with
 * their `count`. Lines have only the error's code and message: an outage must not fill the disk, and database errors
 * reference objects with secrets.
 */
export function sampleFailures(logger: FastifyBaseLogger): FailureLog {
  const windows = new Map<string, Window>();
  const open = (key: string): void => {
    const window: Window = { count: 0, log: () => {} };
    windows.set(key, window);
    setTimeout(() => {
      if (window.count === 0) {
        windows.delete(key);
        return;
      }
      window.log(window.count);
      open(key);
    }, windowMilliseconds).unref();
  };
  return (message, error, about = {}, subject = '') => {
    const fields = { ...about, ...summaryOf(error) };
    const key = `${message} ${fields.errorCode} ${subject}`;
    const window = windows.get(key);
    if (window) {
      window.count += 1;
      window.log = AsyncResource.bind((count: number) => logger.warn({ ...fields, count }, message));
      return;
    }
    logger.warn(fields, message);
    open(key);
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
  if (isRetryable(error)) logFailure(message, error, { worker }, worker);
  else logger.error({ err: error, worker }, message);
}

/** Logs that a marketplace connection or a webhook endpoint begins to fail, or responds again. */
export function logCircuit(logFailure: FailureLog, { workspaceId, target, reason }: CircuitChange): void {
  const message = reason === null ? 'circuit closed' : 'circuit opened';
  logFailure(message, reason, { workspaceId, ...target }, `${workspaceId} ${Object.values(target)}`);
}

function summaryOf(error: unknown): { readonly errorCode: string | null; readonly reason: string | null } {
  if (error === null) return { errorCode: null, reason: null };
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReasonLength);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return { errorCode: typeof code === 'string' ? code : null, reason };
}
