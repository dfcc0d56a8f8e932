import { createHash } from 'node:crypto';
import type { IdpApplication } from '../../core/entitlements/ports.ts';
import type { Failure as CallFailure } from '../outgoing/failure.ts';

/** A failed look-up. */
export type Failure =
  /** Down, slow, throttling, or an interfering proxy: can be retried. */
  | { readonly outcome: 'transient'; readonly retryAfterSeconds: number | null }
  | { readonly outcome: 'not-configured' | 'consent-missing' }
  /** An unexpected response. */
  | { readonly outcome: 'not-understood' };

export function transient({ retryAfterSeconds }: Pick<CallFailure, 'retryAfterSeconds'>): Failure {
  return { outcome: 'transient', retryAfterSeconds };
}

/** An application in a customer's tenant. */
export interface TenantApplication {
  readonly tenantId: string;
  readonly application: IdpApplication;
  /**
   * The cache key. It includes the secret, so that another secret never gets cached results, and a corrected secret
   * takes effect at once.
   */
  readonly name: string;
}

export function tenantApplicationOf(tenantId: string, application: IdpApplication): TenantApplication {
  const parts = [tenantId.toLowerCase(), application.clientId, application.clientSecret];
  return {
    tenantId: tenantId.toLowerCase(),
    application,
    name: createHash('sha256').update(JSON.stringify(parts)).digest('base64'),
  };
}
