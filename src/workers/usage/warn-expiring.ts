import type { ActionContext } from '../../actions/context.ts';
import { warnExpiringUsage as warnOfExpiringUsage } from '../../actions/usage/warn-expiring.ts';

export const warningPause = 30_000;

export function warnExpiringUsage(context: () => ActionContext): () => Promise<boolean> {
  return async () => (await warnOfExpiringUsage(context())) > 0;
}
