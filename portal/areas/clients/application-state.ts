import type { Schemas } from '../../api/client.ts';

/** Ten failed attempts void a challenge. */
const maxAttempts = 10;

export type ApplicationState = 'Active' | 'Pending' | 'Failed' | 'Expired';

export function stateOf(
  {
    status,
    wrongTries,
    challengeExpiresAt,
  }: Pick<Schemas['ApplicationCredential'], 'status' | 'wrongTries' | 'challengeExpiresAt'>,
  now: Date,
): ApplicationState {
  if (status === 'Active') return 'Active';
  if (wrongTries >= maxAttempts) return 'Failed';
  return now < new Date(challengeExpiresAt) ? 'Pending' : 'Expired';
}
