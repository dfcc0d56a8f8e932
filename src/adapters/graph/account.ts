import { createHash } from 'node:crypto';
import type { IdpApplication } from '../../core/entitlements/ports.ts';

/** An application in a customer's tenant. */
export interface Account {
  readonly tenantId: string;
  readonly application: IdpApplication;
  /**
   * The cache key. It includes the secret, so that another secret never gets cached results, and a corrected secret
   * takes effect at once.
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
