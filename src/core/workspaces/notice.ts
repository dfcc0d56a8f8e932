import { isUuid } from '../identifiers.ts';
import { type NoticeFacts, type NoticeKind, noticeDeadline } from './notice-texts.ts';

/**
 * A message to the support of a workspace, in its inbox and by mail. It is written in the same transaction as the change
 * it reports.
 */
export interface Notice {
  readonly kind: NoticeKind;
  /** Deduplicates: a workspace has one notice per kind and key. */
  readonly key: string;
  readonly facts: NoticeFacts;
}

/** A page of the portal on which a notice is handled. */
export interface NoticeLink {
  readonly label: string;
  /** Below the pages of the workspace, with its query: `usage?subscriptionId=…`. */
  readonly path: string;
}

type LinkOf = (facts: NoticeFacts, now: Date) => NoticeLink | null;

const hour = 60 * 60_000;

const path = (page: string, query: Readonly<Record<string, string>> = {}) => {
  const text = new URLSearchParams(query).toString();
  return text ? `${page}?${text}` : page;
};

/** The text of a fact; undefined if the notice was raised without it. */
function fact(facts: NoticeFacts, name: string): string | undefined {
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
  return value === undefined || value === '' ? undefined : String(value);
}

function idIn(facts: NoticeFacts, name: string): string | undefined {
  const id = fact(facts, name);
  return id !== undefined && isUuid(id) ? id : undefined;
}

/** Exactly the report: there is one for a subscription, dimension and hour. */
const report: LinkOf = (facts, now) => {
  const subscriptionId = idIn(facts, 'subscriptionId');
  const dimension = fact(facts, 'dimension');
  const from = new Date(fact(facts, 'hour') ?? '');
  if (!subscriptionId || !dimension || Number.isNaN(from.getTime()))
    return page('Open usage', 'usage')(facts, now);
  const query = {
    subscriptionId,
    dimension,
    from: from.toISOString(),
    until: new Date(from.getTime() + hour).toISOString(),
  };
  return { label: 'Open this report', path: path('usage', query) };
};

/** The dialog that reports the hour again, while the marketplace accepts the hour. */
const reportAgain: LinkOf = (facts, now) => {
  const link = report(facts, now);
  const deadline = noticeDeadline({ kind: 'UsageRejected', facts });
  if (!link?.path.includes('?') || !deadline || deadline.at < now) return link;
  return {
    label: 'Report again',
    path: `${link.path}&again=${encodeURIComponent(fact(facts, 'reportId') ?? '')}`,
  };
};

const mapping: LinkOf = (facts) => {
  const mappingId = idIn(facts, 'mappingId');
  return mappingId
    ? { label: 'Open plan mapping', path: path('plan-mappings', { mapping: mappingId }) }
    : null;
};

const subscription: LinkOf = (facts) => {
  const subscriptionId = idIn(facts, 'subscriptionId');
  const marketplaceSubscriptionId = fact(facts, 'marketplaceSubscriptionId');
  if (subscriptionId) return { label: 'Open subscription', path: `subscriptions/${subscriptionId}` };
  if (!marketplaceSubscriptionId) return null;
  return { label: 'Open subscription', path: path('subscriptions', { marketplaceSubscriptionId }) };
};

function page(label: string, pathOfPage: string): LinkOf {
  return () => ({ label, path: pathOfPage });
}

/** The page of one resource, or of the list if the notice was raised without its id. */
function resource(label: string, list: string, name: string): LinkOf {
  return (facts) => {
    const id = idIn(facts, name);
    return { label, path: id ? `${list}/${id}` : (list.split('/')[0] ?? list) };
  };
}

const purchase = resource('Open purchase', 'purchases', 'marketplaceSubscriptionId');

const links: Readonly<Record<NoticeKind, readonly LinkOf[]>> = {
  UsageRejected: [reportAgain, mapping, subscription],
  UsageRejectedExpiring: [reportAgain, mapping, subscription],
  UsageExpired: [report, subscription],
  UsageQuantityMismatch: [report, subscription],
  UsageExpiring: [report, subscription],
  UsageDrift: [page('Open differences', 'usage/differences'), subscription],
  WebhookEndpointDisabled: [resource('Open webhook endpoint', 'webhooks/endpoints', 'endpointId')],
  MarketplaceCallNotApplied: [subscription],
  MarketplaceRepaired: [subscription],
  MarketplaceNotRepaired: [page('Open products', 'products'), subscription],
  MarketplaceSecretEnding: [resource('Open marketplace connection', 'settings/marketplace', 'connectionId')],
  ServiceAccountKeyEnding: [resource('Open service account', 'service-accounts', 'serviceAccountId')],
  SeatsExceedQuantity: [subscription],
  PurchaseNotActivated: [purchase],
  PurchaseWaiting: [purchase],
};

/** The pages on which the notice is handled, the most useful first. None for a kind of a newer version. */
export function noticeLinks(
  { kind, facts }: Pick<Notice, 'kind' | 'facts'>,
  now: Date,
): readonly NoticeLink[] {
  const found = Object.hasOwn(links, kind) ? links[kind].map((linkOf) => linkOf(facts, now)) : [];
  return found.filter((link) => link !== null);
}

/** Items that need a person, in the order of the overview. */
export const attentionKinds = [
  'Notice',
  'PurchasePending',
  'ApiKeyEnding',
  'MarketplaceCredentialEnding',
  'MarketplaceConnectionFailing',
  'UsageExpiring',
  'WebhookEndpointDisabled',
  'WebhookEndpointFailing',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
