import type { MarketplaceStatus, MarketplaceSubscription } from '../fulfilment-service.ts';
import type { LicenceArn } from './licence-address.ts';
import { type LicenceEntitlement, type MappedDimension, payAsYouGo, planOfLicence } from './licence-plan.ts';

/** What is known of a licence: its registration and its events tell it, entitlements say what it contains. */
export interface Licence {
  readonly licence: LicenceArn;
  readonly sourceName: string;
  readonly productCode: string;
  /** The number of the buyer's account. */
  readonly account: string;
  readonly agreementId: string | null;
  readonly isFreeTrial: boolean;
  /** It has had entitlements; without any it is pay as you go. */
  readonly isContract: boolean;
  /** The customer; null: nobody has confirmed the purchase. */
  readonly tenantId: string | null;
  readonly seenAt: Date;
  readonly activeAt: Date | null;
  readonly endedAt: Date | null;
  /** The licence that the subscription has gone over to. */
  readonly succeededBy: string | null;
}

/**
 * A licence as a subscription of the marketplace:
 *
 * | the licence | status |
 * |---|---|
 * | has ended, or is a contract without entitlements in force | Unsubscribed |
 * | has no customer yet | PendingFulfillmentStart |
 * | has entitlements, or an event has activated it | Subscribed |
 * | anything else | NotStarted: the marketplace's event is awaited |
 *
 * A contract counts as renewing: whether it does is not told, and its end is.
 */
export function subscriptionOfLicence(
  licence: Licence,
  entitlements: readonly LicenceEntitlement[],
  mappings: readonly MappedDimension<unknown>[],
  now: Date,
): MarketplaceSubscription {
  const { mapped, quantity, endsAt, unmapped } = planOfLicence(entitlements, mappings, now);
  const isInForce = mapped !== null || unmapped.length > 0;
  const isContract = licence.isContract || entitlements.length > 0;
  return {
    id: licence.licence,
    name: '',
    offerId: licence.productCode,
    planId: mapped?.dimension ?? unmapped[0] ?? payAsYouGo,
    quantity,
    beneficiary:
      licence.tenantId === null ? null : { tenantId: licence.tenantId, objectId: null, email: null },
    purchaser: null,
    term: { startsAt: licence.activeAt, endsAt: isContract ? endsAt : null, unit: null },
    autoRenew: true,
    isFreeTrial: licence.isFreeTrial,
    isTest: false,
    allowedOperations: [],
    status: statusOf(licence, { isContract, isInForce: isInForce && entitlements.length > 0 }),
    createdAt: licence.seenAt,
    unmapped,
  };
}

function statusOf(
  { endedAt, tenantId, activeAt }: Licence,
  { isContract, isInForce }: { readonly isContract: boolean; readonly isInForce: boolean },
): MarketplaceStatus {
  if (endedAt !== null || (isContract && !isInForce)) return 'Unsubscribed';
  if (tenantId === null) return 'PendingFulfillmentStart';
  return isInForce || activeAt !== null ? 'Subscribed' : 'NotStarted';
}
