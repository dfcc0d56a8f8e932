import type { SubscriptionPage } from '../../core/fulfilment.ts';
import { itemsOf, membersOf, textOf } from './loose-values.ts';
import { readSubscription } from './read-subscription.ts';

export interface ReadPage {
  readonly page: SubscriptionPage;
  /** As it is written; null after the last page. */
  readonly nextLink: string | null;
}

/** No body at all is a publisher without subscriptions. Undefined when it is no page. */
export function readSubscriptionPage(body: unknown): ReadPage | undefined {
  const items = itemsOf(body, 'subscriptions');
  if (items === undefined) return undefined;
  const subscriptions = items.flatMap((item) => readSubscription(item) ?? []);
  return {
    page: { subscriptions, unreadable: items.length - subscriptions.length },
    nextLink: textOf(membersOf(body)?.['@nextLink']) || null,
  };
}

/**
 * Where the next page is, by a link that may be relative. Undefined when it leads away: our token goes with the
 * request, and to nobody but the marketplace itself.
 */
export function nextAddress(link: string, pageAddress: string): string | undefined {
  if (!URL.canParse(link, pageAddress)) return undefined;
  const page = new URL(pageAddress);
  const next = new URL(link, page);
  if (next.origin !== page.origin || next.username !== '' || next.password !== '') return undefined;
  if (!next.searchParams.has('api-version')) {
    next.searchParams.set('api-version', page.searchParams.get('api-version') ?? '');
  }
  return next.href;
}
