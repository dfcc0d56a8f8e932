import type { AccessLevel, Entitlement, EntitlementDocument } from './types.ts';

/** The part of an entitlement that the application's own endpoint gives to its pages, as JSON. */
export interface BrowserEntitlement {
  readonly accessLevel: AccessLevel;
  readonly edition: EntitlementDocument['edition'];
  /** Those that are on. */
  readonly capabilities: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly stale: boolean;
}

/** What the endpoint behind `TesseraProvider` returns, with the limits that the pages need. Runs without React. */
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
