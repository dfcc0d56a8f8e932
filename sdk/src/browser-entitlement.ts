import type { AccessLevel, Entitlement, EntitlementDocument } from './types.ts';

/**
 * The part of an entitlement that the application's own endpoint gives to its pages, as JSON.
 *
 * @example
 * ```ts
 * import type { BrowserEntitlement } from '@tessera/client/react';
 *
 * const initial: BrowserEntitlement = {
 *   accessLevel: 'Full',
 *   edition: { slug: 'standard', name: 'Standard', rank: 20 },
 *   capabilities: ['private-links', 'scheduling'],
 *   limits: { pipelines: 25 },
 *   stale: false,
 * };
 * ```
 */
export interface BrowserEntitlement {
  readonly accessLevel: AccessLevel;
  readonly edition: EntitlementDocument['edition'];
  /** Those that are on. */
  readonly capabilities: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly stale: boolean;
}

/**
 * What the endpoint behind `TesseraProvider` returns, with the limits that the pages need. Runs without React.
 *
 * @example
 * ```ts
 * import { browserEntitlement } from '@tessera/client/react/server';
 *
 * export async function GET(): Promise<Response> {
 *   const entitlement = await tessera.entitlement(tenantId); // The tenant of the signed-in user.
 *   return Response.json(browserEntitlement(entitlement, ['pipelines']));
 * }
 * ```
 */
export function browserEntitlement<Capability extends string, Limit extends string>(
  held: Entitlement<Capability, Limit>,
  limits: readonly Limit[] = [],
): BrowserEntitlement {
  const names = Object.keys(held.raw?.capabilities ?? {}) as Capability[];
  const { accessLevel, edition, stale } = held;
  return {
    accessLevel,
    edition,
    capabilities: names.filter((name) => held.can(name)),
    limits: Object.fromEntries(
      limits.flatMap((name) => {
        const limit = held.limit(name);
        return limit === undefined ? [] : [[name, limit]];
      }),
    ),
    stale,
  };
}
