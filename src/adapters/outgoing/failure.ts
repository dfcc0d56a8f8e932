/** A failed call. */
export interface Failure {
  readonly outcome: 'failure';
  readonly reason: string;
  readonly retryAfterSeconds: number | null;
  /** An address, a secret or a setting of an offer is wrong: a retry does not help. */
  readonly isConfiguration: boolean;
  /** Set if the address has no such service. */
  readonly isMissing?: boolean;
}

const reasonLimit = 300;

export function failure(reason: string, rest: Partial<Omit<Failure, 'outcome' | 'reason'>> = {}): Failure {
  return {
    outcome: 'failure',
    reason: plainText(reason),
    retryAfterSeconds: null,
    isConfiguration: false,
    ...rest,
  };
}

/** Outside text as one line of bounded length. */
export function plainText(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > reasonLimit ? `${line.slice(0, reasonLimit - 1)}…` : line;
}
