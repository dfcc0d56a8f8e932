import type { SubscriptionPage } from '../../core/marketplace/fulfilment-service.ts';
import { itemsOf, membersOf, textOf } from './loose-values.ts';
import { readSubscription } from './read-subscription.ts';

export interface ReadPage {
  readonly page: SubscriptionPage;
  /** The raw link; null on the last page. */
  readonly nextLink: string | null;
}

/** An empty body is an empty page. Undefined if it is not a page. */
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
 * The address of the next page: the list's address with the query of the link, which may be relative. The live service
 * names another host in its links, but the token must go to the configured host only. Undefined if the link is not a list
 * of subscriptions.
 */
export function nextAddress(link: string, listAddress: string): string | undefined {
  const list = new URL(listAddress);
  if (!URL.canParse(link, listAddress)) return undefined;
  const next = new URL(link, list);
  if (!/\/saas\/subscriptions\/?$/i.test(next.pathname)) return undefined;
  const version = list.searchParams.get('api-version') ?? '';
  list.search = next.search;
  if (!list.searchParams.has('api-version')) list.searchParams.set('api-version', version);
  return list.href;
}
