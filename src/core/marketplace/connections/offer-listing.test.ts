import { describe, expect, it } from 'vitest';
import type { ListedOffer } from './connection-finding.ts';
import { isFresh, nextListing, type OfferListing } from './offer-listing.ts';

const noon = new Date('2026-11-17T12:00:00.000Z');
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);
const failed = { outcome: 'failed', reason: 'no answer', isConfiguration: false } as const;
const listed: ListedOffer = { offerId: 'forum', plans: { outcome: 'answered', value: [] } };
const unread: ListedOffer = { offerId: 'desk', plans: failed };
const complete: OfferListing = { askedAt: noon, listedAt: noon, offers: [listed], failure: null };

describe('isFresh', () => {
  it.each([
    ['a complete listing', complete, 299, true],
    ['a complete listing', complete, 300, false],
    ['a listing without offers', { ...complete, offers: [] }, 29, true],
    ['a listing without offers', { ...complete, offers: [] }, 30, false],
    ['an offer whose plans could not be read', { ...complete, offers: [listed, unread] }, 30, false],
    ['the last offers after a failure', { ...complete, failure: 'no answer' }, 30, false],
  ])('%s (%#)', (_, listing, seconds, fresh) => {
    expect(isFresh(listing, after(seconds))).toBe(fresh);
  });
});

describe('nextListing', () => {
  const sold = { outcome: 'answered', value: [] } as const;
  it.each([
    [
      'an answer',
      complete,
      { sold, offers: [unread] },
      { askedAt: after(9), listedAt: after(9), offers: [unread], failure: null },
    ],
    [
      'a failure keeps the last offers and their age',
      complete,
      { sold: failed, offers: [] },
      { askedAt: after(9), listedAt: noon, offers: [listed], failure: 'no answer' },
    ],
    [
      'a failure without earlier offers',
      undefined,
      { sold: failed, offers: [] },
      { askedAt: after(9), listedAt: after(9), offers: [], failure: 'no answer' },
    ],
  ])('%s', (_, last, read, next) => {
    expect(nextListing(last, read, after(9))).toEqual(next);
  });
});
