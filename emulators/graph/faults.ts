import type { Fault, Faults } from '../shell/faults.ts';

/**
 * A late answer, no rows whatever the user holds, 429, 503, no answer, a dropped connection, 401 as for a bad token,
 * 403 as without consent, or the page of a proxy.
 */
export const graphFaultKinds = [
  'delay',
  'empty',
  'throttled',
  'unavailable',
  'hanging',
  'reset',
  'unauthenticated',
  'unconsented',
  'proxy-page',
] as const;

export interface GraphFault extends Fault<(typeof graphFaultKinds)[number]> {
  /** One tenant's requests only. */
  readonly tenantId?: string;
}

/** One fault for each tenant, and one for all tenants that have none. */
export function graphFaultKey({ tenantId }: GraphFault): string {
  return tenantId?.toLowerCase() ?? 'all';
}

export function nextFault(faults: Faults<GraphFault>, tenantId: string | undefined): GraphFault | undefined {
  const own = tenantId === undefined ? undefined : faults.take((fault) => graphFaultKey(fault) === tenantId);
  return own ?? faults.take((fault) => fault.tenantId === undefined);
}
