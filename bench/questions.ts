import type { BenchCaller } from './callers.ts';
import type { BenchRequest } from './deck.ts';
import type { Stage } from './stage.ts';
import { type BenchTenant, memberOf, products } from './tenants.ts';

const [product] = products;

type Credential = (caller: BenchCaller) => Readonly<Record<string, string>>;
export const byKey: Credential = ({ apiKey }) => ({ 'x-api-key': apiKey });
export const byToken: Credential = ({ token }) => ({ authorization: `Bearer ${token}` });

/** Entitlement reads for the tenants; the callers of a workspace take turns. */
export function reads(
  stage: Stage,
  tenants: readonly BenchTenant[],
  credential: Credential,
): readonly BenchRequest[] {
  return tenants.map((tenant, index) => ({
    method: 'GET',
    path: `/api/v1/entitlements/${tenant.tenantId}?product=${product}`,
    headers: credential(callerFor(stage, tenant, index)),
  }));
}

/** Reads of what is left of the tenants' usage. */
export function usages(stage: Stage, tenants: readonly BenchTenant[]): readonly BenchRequest[] {
  return tenants.map((tenant, index) => ({
    method: 'GET',
    path: `/api/v1/entitlements/${tenant.tenantId}/usage?product=${product}`,
    headers: byKey(callerFor(stage, tenant, index)),
  }));
}

/** Reads of the tenants' entitlements as signed tokens. */
export function tokens(stage: Stage, tenants: readonly BenchTenant[]): readonly BenchRequest[] {
  return tenants.map((tenant, index) => ({
    method: 'GET',
    path: `/api/v1/entitlements/${tenant.tenantId}/token?product=${product}`,
    headers: byKey(callerFor(stage, tenant, index)),
  }));
}

/** Eligibility checks for the members of the tenants. */
export function eligibilities(stage: Stage, tenants: readonly BenchTenant[]): readonly BenchRequest[] {
  return tenants.map((tenant, index) => ({
    method: 'POST',
    path: `/api/v1/entitlements/${tenant.tenantId}/eligibility`,
    headers: byKey(callerFor(stage, tenant, index)),
    body: JSON.stringify({ product, userObjectId: memberOf(tenant.tenantId) }),
  }));
}

/** Reservations of one unit, held for longer than a bench takes. */
export function reservations(stage: Stage, tenants: readonly BenchTenant[]): readonly BenchRequest[] {
  return tenants.map((tenant, index) => ({
    method: 'POST',
    path: '/api/v1/usage-reservations',
    headers: byKey(callerFor(stage, tenant, index)),
    body: JSON.stringify({
      tenantId: tenant.tenantId,
      product,
      dimension: 'rows',
      quantity: 1,
      ttlSeconds: 86_400,
    }),
  }));
}

/** Consecutive tenants are of different workspaces, so a workspace changes its caller once a round. */
function callerFor({ callers }: Stage, { workspaceId }: BenchTenant, index: number): BenchCaller {
  const own = callers.get(workspaceId) ?? [];
  const caller = own[Math.floor(index / callers.size) % own.length];
  if (!caller) throw new Error('There are no callers');
  return caller;
}
