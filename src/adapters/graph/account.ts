import { createHash } from 'node:crypto';
import type { IdpApplication } from '../../core/entitlements/ports.ts';

/** An application in a customer's tenant: what tokens, consent and secrets are about. */
export interface Account {
  readonly tenantId: string;
  readonly application: IdpApplication;
  /**
   * Stands for all of it, the secret included: whoever does not know the secret is given nothing that was fetched
   * with it, and a corrected secret is tried at once.
   */
  readonly name: string;
}

export function accountOf(tenantId: string, application: IdpApplication): Account {
  const parts = [tenantId.toLowerCase(), application.clientId, application.clientSecret];
  return {
    tenantId: tenantId.toLowerCase(),
    application,
    name: createHash('sha256').update(JSON.stringify(parts)).digest('base64'),
  };
}
