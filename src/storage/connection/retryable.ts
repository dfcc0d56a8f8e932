/** Node.js codes of a server that is unreachable or gone. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * PostgreSQL codes: connection failures (08), serialisation failure and deadlock (40001, 40P01), idle transaction
 * (25P03), read-only server (25006), named statement of another session (26000, 42P05: a pooler was switched to
 * transaction mode a moment ago), out of memory, disk or connections (53), lock or statement timeout (55P03, 57014),
 * server shutting down or starting (57P).
 */
const serverCodes = /^(08...|25006|25P03|26000|40001|40P01|42P05|53...|55P03|57014|57P..)$/;

/** Driver errors without a code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether a retry of the same statement may succeed: the database is unreachable, busy or read-only for now. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const hasNoSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return (
    hasNoSocket || networkCodes.has(code) || serverCodes.test(code) || driverMessages.test(error.message)
  );
}
