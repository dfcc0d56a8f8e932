import type { Licence } from './licence-subscription.ts';

/** An agreement between seller and buyer. It names no licence. */
export interface Agreement {
  readonly agreementId: string;
  /** The account of the buyer. */
  readonly account: string | null;
  readonly status: string;
  readonly acceptedAt: Date | null;
  readonly endsAt: Date | null;
}

/** Other ends are continued by another agreement. */
const ends = ['CANCELLED', 'EXPIRED', 'TERMINATED', 'ARCHIVED', 'ROLLED_BACK'];

/** When the agreement ended, and no other one continues it; null: it has not. */
export function endOfAgreementAt({ status, endsAt }: Agreement, now: Date): Date | null {
  if (!ends.includes(status)) return null;
  return endsAt && endsAt < now ? endsAt : now;
}

/**
 * Pairs licences that no event has told of with active agreements that belong to no licence. Only where an account has one of
 * each is it certain that they belong together.
 */
export function pairWithAgreements(
  licences: readonly Licence[],
  agreements: readonly Agreement[],
): readonly { readonly licence: Licence; readonly agreement: Agreement }[] {
  const onlyLicence = onlyOfAccount(licences);
  const onlyAgreement = onlyOfAccount(agreements);
  return [...onlyLicence].flatMap(([account, licence]) => {
    const agreement = onlyAgreement.get(account);
    return licence && agreement ? [{ licence, agreement }] : [];
  });
}

/** Null where an account has several. */
function onlyOfAccount<Item extends { readonly account: string | null }>(
  items: readonly Item[],
): ReadonlyMap<string | null, Item | null> {
  const found = new Map<string | null, Item | null>();
  for (const item of items) found.set(item.account, found.has(item.account) ? null : item);
  return found;
}
