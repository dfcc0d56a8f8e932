import type { SubscriptionPage } from '../../core/marketplace/fulfilment.ts';
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
 * The address of the next page: the list's own address with the query of the link, which may be relative. The live
 * service names another host in its links than the one that was asked; our token stays with the configured one.
 * Undefined when the link does not lead to a list of subscriptions.
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
