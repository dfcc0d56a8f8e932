import type { BenchCaller } from './callers.ts';
import type { BenchRequest } from './deck.ts';
import type { Stage } from './stage.ts';
import { memberOf, products } from './tenants.ts';

const [product] = products;

type Credential = (caller: BenchCaller) => Readonly<Record<string, string>>;
export const byKey: Credential = ({ apiKey }) => ({ 'x-api-key': apiKey });
export const byToken: Credential = ({ token }) => ({ authorization: `Bearer ${token}` });

/** What each of the tenants holds; the callers take turns. */
export function reads(
  stage: Stage,
  tenants: readonly string[],
  credential: Credential,
): readonly BenchRequest[] {
  return tenants.map((tenantId, index) => ({
    method: 'GET',
    path: `/api/v1/entitlements/${tenantId}?product=${product}`,
    headers: credential(callerAt(stage, index)),
  }));
}

/** Whether each of the tenants' members may use the product. */
export function eligibilities(stage: Stage, tenants: readonly string[]): readonly BenchRequest[] {
  return tenants.map((tenantId, index) => ({
    method: 'POST',
    path: `/api/v1/entitlements/${tenantId}/eligibility`,
    headers: byKey(callerAt(stage, index)),
    body: JSON.stringify({ product, userObjectId: memberOf(tenantId) }),
  }));
}

function callerAt({ callers }: Stage, index: number): BenchCaller {
  const caller = callers[index % callers.length];
  if (!caller) throw new Error('There are no callers');
  return caller;
}
