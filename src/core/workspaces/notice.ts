/**
 * What the people who support a workspace are told: in its inbox, and by mail. A notice is written in the transaction
 * of what it tells, so neither is without the other.
 */
interface NoticeEntry {
  readonly title: string;
  /** What happened, with the facts of the notice in braces. */
  readonly text: string;
  readonly whatToDo: string;
}

const report =
  '{quantity} of {dimension} in the hour from {hour} for {customer}, {product} (marketplace subscription {marketplaceSubscriptionId})';

/** Another kind of notice is one more entry here. */
export const noticeTable = {
  UsageRejected: {
    title: 'Usage rejected by the marketplace',
    text: `${report}: {reason}`,
    whatToDo:
      'This usage is not billed. Correct what the reason names (the plan, its dimensions, or the subscription), then ' +
      'report the quantity again in a later hour.',
  },
  UsageExpired: {
    title: 'Usage expired before the marketplace took it',
    text: `${report}: {reason}`,
    whatToDo:
      'This usage is not billed: the marketplace takes an hour for 24 hours only. See to it that the connection works, ' +
      'then add the quantity to a later hour.',
  },
  UsageQuantityMismatch: {
    title: 'The marketplace holds another quantity',
    text: `${report}: {reason}`,
    whatToDo:
      'The marketplace bills the quantity it holds. Find out who else reports usage for this subscription, and settle ' +
      'the difference in a later hour.',
  },
  UsageExpiring: {
    title: 'Usage expires in two hours',
    text: `${report} has not been accepted yet and expires at {expiresAt}: {reason}`,
    whatToDo:
      'It is tried again until then. Look at the connection to the marketplace: its secret, its address, and whether ' +
      'the marketplace answers.',
  },
  UsageDrift: {
    title: 'The marketplace counts other usage than we do',
    text:
      '{dimension} on {day} for {customer}, {product} (marketplace subscription {marketplaceSubscriptionId}): we ' +
      'have {ourQuantity} accepted, the marketplace has {marketplaceQuantity}.',
    whatToDo:
      'Compare the day in the partner centre of the marketplace. What is missing there can be added to a later hour; ' +
      'what is too much there was reported by somebody else.',
  },
  WebhookEndpointDisabled: {
    title: 'A webhook endpoint was disabled',
    text: '{endpoint} at {host} is told of events no more, since {disabledAt}: {reason}',
    whatToDo:
      'See to the receiver, enable the endpoint again, and replay the deliveries since then: what was not delivered or ' +
      'missed is sent with the same ids.',
  },
  MarketplaceCallNotApplied: {
    title: 'A call of the marketplace was not applied',
    text:
      '{action} of the marketplace subscription {marketplaceSubscriptionId} ({sourceName}, operation {operationId}): ' +
      '{detail}',
    whatToDo:
      'Compare the subscription with the partner centre of the marketplace. Once what the detail names is corrected, ' +
      'reconciliation brings ours in line within the hour.',
  },
  MarketplaceRepaired: {
    title: 'A subscription was brought in line with the marketplace',
    text:
      '{customer}, {product} (marketplace subscription {marketplaceSubscriptionId}, {sourceName}): {repair}. Its call ' +
      'was lost, or somebody changed it here alone.',
    whatToDo:
      'Nothing, unless it happens often: then look whether the marketplace reaches the address of your webhook. ' +
      'Subscriptions that were sold on the marketplace are changed there, not here.',
  },
  MarketplaceNotRepaired: {
    title: 'A subscription differs from the marketplace',
    text: 'Marketplace subscription {marketplaceSubscriptionId} ({sourceName}, {status} there): {reason}',
    whatToDo:
      'Map the plan, or settle with the customer what they hold. What has ended here does not begin again: only a new ' +
      'purchase does.',
  },
  MarketplaceSecretEnding: {
    title: 'The credential of a marketplace connection ends soon',
    text: 'The credential of {sourceName} (application {clientId}) ends at {endsAt}, in {days} days.',
    whatToDo:
      'Make a new secret or certificate for the application and enter it before then. Without one no usage is billed ' +
      'and no purchase arrives.',
  },
  SeatsExceedQuantity: {
    title: 'More seats are assigned than were bought',
    text:
      '{customer}, {product} (marketplace subscription {marketplaceSubscriptionId}): {assigned} seats are assigned, ' +
      '{quantity} are paid for.',
    whatToDo: 'Ask the customer whose seats to release, or to buy more. Nobody loses a seat by itself.',
  },
  PurchaseNotActivated: {
    title: 'A purchase could not be completed',
    text:
      '{customer} bought {planId} of the offer {offerId} (marketplace subscription {marketplaceSubscriptionId}), and ' +
      'could not complete it: {reason}',
    whatToDo:
      'Map the plan, or see to it that the connection to the marketplace works, as the reason says. Nothing is lost: the ' +
      'customer can open the same link again, or choose to configure the subscription on the marketplace.',
  },
} as const satisfies Record<string, NoticeEntry>;

export type NoticeKind = keyof typeof noticeTable;
export const noticeKinds = Object.keys(noticeTable) as readonly NoticeKind[];

export type NoticeFacts = Readonly<Record<string, string | number>>;

export interface Notice {
  readonly kind: NoticeKind;
  /** What it is about, in the workspace and kind: there is one notice of it, however often it is raised. */
  readonly key: string;
  readonly facts: NoticeFacts;
}

export interface NoticeTexts {
  readonly title: string;
  readonly text: string;
  readonly whatToDo: string;
}

/** What a notice says to a reader, in one line each. */
export function noticeTexts({ kind, facts }: Pick<Notice, 'kind' | 'facts'>): NoticeTexts {
  const { title, text, whatToDo } = noticeTable[kind];
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    return fact === undefined || fact === '' ? '(not known)' : oneLine(readable(String(fact)));
  });
  return { title, text: filled, whatToDo };
}

/** Instants are kept as JSON has them; people read the minute. */
function readable(fact: string): string {
  return fact.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z$/, '$1 $2 UTC');
}

const longestFact = 300;

/** Facts come from outside too: none breaks out of its line, or fills the page. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > longestFact ? `${line.slice(0, longestFact - 1)}…` : line;
}
