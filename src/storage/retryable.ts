/** Node's words for a server that cannot be reached, or that went away. */
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
 * PostgreSQL's: connection failures (08), serialisation failure and deadlock (40001, 40P01), a transaction left idle
 * (25P03), a read-only server (25006), no memory, disk or connections (53), a lock or a statement that took too long
 * (55P03, 57014), and a server that is shutting down or starting (57P).
 */
const serverCodes = /^(08...|25006|25P03|40001|40P01|53...|55P03|57014|57P..)$/;

/** The driver gives these no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether the same statement may well succeed in a moment: the database is away, busy or read-only for now. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const hasNoSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return (
    hasNoSocket || networkCodes.has(code) || serverCodes.test(code) || driverMessages.test(error.message)
  );
}
