import type { ActionContext } from '../../actions/context.ts';
import { warnEndingCredentials as warnOfEndingCredentials } from '../../actions/marketplace/warn-ending-credentials.ts';

export const credentialWarningPause = 10 * 60_000;

export function warnEndingCredentials(context: () => ActionContext): () => Promise<boolean> {
  return async () => {
    await warnOfEndingCredentials(context());
    return false;
  };
}
