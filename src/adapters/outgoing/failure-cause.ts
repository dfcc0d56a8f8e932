import { ForbiddenAddress } from './guarded-connector.ts';

/**
 * Why a call failed, in texts that partners may read. They contain nothing from the network, because an address, a
 * certificate's name or a response text would disclose the operator's network. A name without an address and a name with a
 * forbidden one have the same cause, which does not tell which internal names exist.
 */
export type FailureCause =
  | 'no public address'
  | 'connection refused'
  | 'TLS failed'
  | 'timed out'
  | 'answer unreadable'
  | 'connection failed';

/** The response is too large or not HTTP. */
export class UnreadableResponse extends Error {}

const codes: readonly (readonly [RegExp, FailureCause])[] = [
  [/^(ENOTFOUND|ENODATA|ENONAME|EBADNAME|ESERVFAIL|EREFUSED|EFORMERR|EAI_\w+)$/, 'no public address'],
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ETIMEDOUT|ETIMEOUT|UND_ERR_\w+_TIMEOUT|ABORT_ERR|UND_ERR_ABORTED)$/, 'timed out'],
  [
    /^(EPROTO|ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|CRL_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERROR_IN_\w+|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$/,
    'TLS failed',
  ],
  [/^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_\w+)$/, 'answer unreadable'],
];

export function failureCause(fault: unknown): FailureCause {
  const inner = innermost(fault);
  if (inner instanceof ForbiddenAddress) return 'no public address';
  const { name, code, syscall } = (inner ?? {}) as NodeJS.ErrnoException;
  if (inner instanceof UnreadableResponse || name === 'HTTPParserError') return 'answer unreadable';
  // A refusal by the name server has the same code as a refused connection.
  if (syscall?.startsWith('query') && code === 'ECONNREFUSED') return 'no public address';
  return codes.find(([pattern]) => pattern.test(String(code)))?.[1] ?? 'connection failed';
}

/** The original error, for the operator's log only. */
export function failureDetail(fault: unknown): string {
  return String(innermost(fault));
}

/** A host with several addresses fails once for each; the first error is reported. */
function innermost(fault: unknown): unknown {
  return fault instanceof AggregateError ? innermost(fault.errors[0]) : fault;
}
