/**
 * What a tenant may do: everything, read only (its subscription is suspended), or nothing.
 *
 * @example
 * ```ts
 * import type { AccessLevel } from '@tessera/client';
 *
 * const mayWrite = (level: AccessLevel) => level === 'Full';
 * ```
 */
export type AccessLevel = 'Full' | 'ReadOnly' | 'None';

/**
 * The service's response to `GET /api/v1/entitlements/{tenantId}`. Times are ISO 8601.
 *
 * @example
 * ```ts
 * import type { EntitlementDocument } from '@tessera/client';
 *
 * const planOf = (document: EntitlementDocument) => document.plan?.name ?? 'no plan';
 * const { raw } = await tessera.entitlement(tenantId);
 * console.log(raw && planOf(raw)); // Standard, monthly
 * ```
 */
export interface EntitlementDocument {
  readonly tenantId: string;
  readonly product: { readonly slug: string; readonly name: string };
  readonly status: 'Pending' | 'Active' | 'Suspended' | 'Cancelled' | 'Expired' | 'None';
  readonly accessLevel: AccessLevel;
  /** The plans in force, by edition rank, highest first. */
  readonly plans: readonly { readonly slug: string; readonly name: string }[];
  /** The first of `plans`: it decides edition, licence, trial and cancellation. */
  readonly plan: { readonly slug: string; readonly name: string } | null;
  readonly edition: { readonly slug: string; readonly name: string; readonly rank: number } | null;
  readonly licenceModel: 'TenantWide' | 'Seats' | 'IdpManaged' | null;
  /** `Licensed`, `NotLicensed`, or `NotApplicable` if each user has to be asked for with `eligible()`. */
  readonly licenceOutcome: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
  /** The highest value over the plans in force, by the name of the limit. */
  readonly limits: Readonly<Record<string, number>>;
  /** Seats, over all subscriptions that have seats. */
  readonly quantity: number | null;
  readonly validUntil: string | null;
  readonly isTrial: boolean;
  readonly trialEndsAt: string | null;
  readonly cancelledAt: string | null;
  /** How the subscriptions were bought, such as `Marketplace`. */
  readonly sources: readonly string[];
  /** `kind` is the marketplace, such as `Microsoft` or `Aws`; absent in documents of services before it was added. */
  readonly marketplace: {
    readonly sourceName: string;
    readonly offerId: string;
    readonly kind?: string;
  } | null;
  /** Counts the changes of this tenant and product. */
  readonly version: number;
  readonly evaluatedAt: string;
}
