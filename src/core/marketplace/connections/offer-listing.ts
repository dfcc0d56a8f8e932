import type { CallResult, ListedOffer } from './connection-finding.ts';

/** The offers that the marketplace listed when it last answered. */
export interface OfferListing {
  readonly askedAt: Date;
  /** When the offers were listed; before `askedAt` where the marketplace has not answered since. */
  readonly listedAt: Date;
  readonly offers: readonly ListedOffer[];
  /** Why the marketplace did not answer at `askedAt`; null: it did. */
  readonly failure: string | null;
}

const completeMilliseconds = 5 * 60_000;
/** Somebody is repairing the connection, or has just made the first test purchase. */
const incompleteMilliseconds = 30_000;

/** Whether a listing can be served without asking the marketplace again. */
export function isFresh(listing: OfferListing, now: Date): boolean {
  const limit = isComplete(listing) ? completeMilliseconds : incompleteMilliseconds;
  return now.getTime() - listing.askedAt.getTime() < limit;
}

function isComplete({ offers, failure }: OfferListing): boolean {
  return failure === null && offers.length > 0 && offers.every(({ plans }) => plans.outcome === 'answered');
}

/** The listing after the marketplace was asked; a failure keeps the last offers. */
export function nextListing(
  last: OfferListing | undefined,
  { sold, offers }: { readonly sold: CallResult<unknown>; readonly offers: readonly ListedOffer[] },
  askedAt: Date,
): OfferListing {
  if (sold.outcome === 'answered') return { askedAt, listedAt: askedAt, offers, failure: null };
  return { askedAt, listedAt: last?.listedAt ?? askedAt, offers: last?.offers ?? [], failure: sold.reason };
}
