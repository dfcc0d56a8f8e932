import { isUuid } from '../../identifiers.ts';
import { isPersonalTenant } from '../../workspaces/personal-accounts.ts';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';
import type { Buyer } from './account.ts';

/** The beneficiary and the purchaser, if their tenants are known. An order may name the tenant only. */
export function buyersOf({
  beneficiary,
  purchaser,
}: Pick<MarketplaceSubscription, 'beneficiary' | 'purchaser'>): readonly Buyer[] {
  return [
    { role: 'Beneficiary' as const, user: beneficiary },
    { role: 'Purchaser' as const, user: purchaser },
  ].flatMap(({ role, user }) => {
    const tenantId = user?.tenantId.toLowerCase() ?? '';
    const objectId = user?.objectId?.toLowerCase() ?? '';
    return isUuid(tenantId) ? [{ role, tenantId, objectId: isUuid(objectId) ? objectId : null }] : [];
  });
}

/** Why the subscription can entitle nobody; undefined for a beneficiary in an organisation's tenant. */
export function beneficiaryProblem({
  beneficiary,
}: Pick<MarketplaceSubscription, 'beneficiary'>): string | undefined {
  if (!beneficiary)
    return "The marketplace names no beneficiary. Ask its support for the beneficiary's tenant: without it the subscription entitles nobody.";
  return isPersonalTenant(beneficiary.tenantId)
    ? 'It was bought for a personal Microsoft account, which belongs to no organisation. The buyer has to buy it with a work account.'
    : undefined;
}

const maxEmailLength = 320;

/**
 * The user who gets the first seat: the beneficiary, or else the purchaser. Seats are for users of the subscription's own
 * tenant, and a reseller's order names no user.
 */
export function firstSeatHolder(
  { beneficiary, purchaser }: Pick<MarketplaceSubscription, 'beneficiary' | 'purchaser'>,
  tenantId: string,
): { readonly objectId: string; readonly email: string | null } | undefined {
  for (const user of [beneficiary, purchaser]) {
    const objectId = user?.objectId?.toLowerCase();
    if (user?.tenantId.toLowerCase() !== tenantId || objectId === undefined || !isUuid(objectId)) continue;
    return { objectId, email: readEmail(user.email) };
  }
  return undefined;
}

/** Null for a text that is no address. */
export function readEmail(text: string | null): string | null {
  const email = text?.trim() ?? '';
  return email.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(email) ? email : null;
}
