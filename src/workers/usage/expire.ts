import type { ActionContext } from '../../actions/context.ts';
import { expireUsage as expireDueUsage } from '../../actions/usage/expire.ts';

export const expiryPause = 10_000;

export function expireUsage(context: () => ActionContext): () => Promise<boolean> {
  return async () => (await expireDueUsage(context())) > 0;
}
