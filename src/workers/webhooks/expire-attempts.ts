import type { ActionContext } from '../../actions/context.ts';
import { expireAttempts as expireOldAttempts } from '../../actions/webhooks/expire-attempts.ts';

export const attemptExpiryPause = 60_000;

export function expireAttempts(context: () => ActionContext): () => Promise<boolean> {
  return async () => (await expireOldAttempts(context())) > 0;
}
