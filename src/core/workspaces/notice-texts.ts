import { formatNumber } from '../values/format-number.ts';
import { asOneLine } from '../values/text.ts';

/** The texts of a kind of notice, in the inbox and in the digest mail. */
interface NoticeEntry {
  readonly title: string;
  /** A template: names in braces are facts of the notice. `{key|keyId}` is `keyId` where there is no `key`. */
  readonly text: string;
  readonly whatToDo: string;
}

const report =
  '{quantity} of {dimension} in the hour from {hour} for {customer}, {product} (marketplace subscription {marketplaceSubscriptionId})';

export const noticeTable = {
  UsageRejected: {
    title: 'Usage rejected by the marketplace',
    text: `${report}: {reason}`,
    whatToDo:
      'This usage is not billed. Correct the plan, its dimensions or the subscription as the reason says, then choose ' +
      '"Report again" at the report: the marketplace accepts an hour until 24 hours after its start. Later, add the ' +
      'quantity to another hour.',
  },
  UsageExpired: {
    title: 'Usage expired before the marketplace accepted it',
    text: `${report}: {reason}`,
    whatToDo:
      'This usage is not billed: the marketplace accepts an hour for 24 hours only. Check the connection, then add the ' +
      'quantity to a later hour.',
  },
  UsageQuantityMismatch: {
    title: 'The marketplace has a different quantity',
    text: `${report}: {reason}`,
    whatToDo:
      'The marketplace bills its own quantity. Find out who else reports usage for this subscription, and correct the ' +
      'difference in a later hour.',
  },
  UsageExpiring: {
    title: 'Usage expires in two hours',
    text: `${report} has not been accepted yet and expires at {expiresAt}: {reason}`,
    whatToDo:
      'Sending is retried until then. Check the connection to the marketplace: its secret, its address, and whether ' +
      'the marketplace responds.',
  },
  UsageDrift: {
    title: 'The usage at the marketplace differs from the accepted usage',
    text:
      '{dimension} on {day} for {customer}, {product} (marketplace subscription {marketplaceSubscriptionId}): ' +
      '{ourQuantity} accepted here, {marketplaceQuantity} at the marketplace.',
    whatToDo:
      'Compare the day in the partner centre of the marketplace. Add a missing quantity to a later hour; an excess was ' +
      'reported by another application.',
  },
  WebhookEndpointDisabled: {
    title: 'A webhook endpoint was disabled',
    text: '{endpoint} at {host} has received no events since {disabledAt}: {reason}',
    whatToDo:
      'Fix the receiver, enable the endpoint again, and replay the deliveries since then: failed and missed events are ' +
      'sent with the same ids.',
  },
  MarketplaceCallNotApplied: {
    title: 'A marketplace notification was not applied',
    text:
      '{action} of the marketplace subscription {marketplaceSubscriptionId} ({sourceName}, operation {operationId}): ' +
      '{detail}',
    whatToDo:
      'Compare the subscription with the partner centre of the marketplace. Correct the cause named in the detail; ' +
      'reconciliation then updates the subscription within the hour.',
  },
  MarketplaceRepaired: {
    title: 'A subscription was updated to match the marketplace',
    text:
      '{customer}, {product} (marketplace subscription {marketplaceSubscriptionId}, {sourceName}): {repair}. Its ' +
      'notification was lost, or it was changed only here.',
    whatToDo:
      'Nothing to do, unless it happens often: then check that the marketplace reaches the address of the webhook. ' +
      'Change marketplace subscriptions on the marketplace, not here.',
  },
  MarketplaceNotRepaired: {
    title: 'A subscription differs from the marketplace',
    text: 'Marketplace subscription {marketplaceSubscriptionId} ({sourceName}), there {status}: {reason}',
    whatToDo:
      'Map the plan, or agree with the customer on their subscription. An ended subscription cannot start again: the ' +
      'customer has to make a new purchase.',
  },
  MarketplaceSecretEnding: {
    title: 'The credential of a marketplace connection expires soon',
    text: 'The credential of {sourceName} (application {clientId}) expires at {endsAt}, in {days} days.',
    whatToDo:
      'Create a new secret or certificate for the application and enter it before then. Without one, no usage is billed ' +
      'and no purchase can be completed.',
  },
  ServiceAccountKeyEnding: {
    title: 'The key of a service account expires soon',
    text: 'The key {key|keyId} of the service account {account} expires at {endsAt}, in {days} days.',
    whatToDo:
      'Rotate the key and give the new one to its program before then; the old one works meanwhile. Without one, the ' +
      'program is refused. Remove the account if it is no longer used.',
  },
  SeatsExceedQuantity: {
    title: 'More seats are assigned than were bought',
    text:
      '{customer}, {product} (marketplace subscription {marketplaceSubscriptionId}): {assigned} seats are assigned, ' +
      '{quantity} are paid for.',
    whatToDo: 'Ask the customer which seats to release, or to buy more. No seat is released automatically.',
  },
  PurchaseNotActivated: {
    title: 'A purchase could not be completed',
    text:
      '{customer} bought {planId} of the offer {offerId} (marketplace subscription {marketplaceSubscriptionId}) and ' +
      'could not complete the purchase: {reason}',
    whatToDo:
      'Map the plan or fix the connection to the marketplace, as the reason says. The customer can then open the same ' +
      'link again, or choose to configure the subscription on the marketplace.',
  },
  PurchaseWaiting: {
    title: 'A purchase is not active yet',
    text:
      '{customer} bought {bought} at {boughtAt} (marketplace subscription {marketplaceSubscriptionId}, {sourceName}), ' +
      'and it is not active yet: {reason}',
    whatToDo:
      'Open Purchases in the portal: send the buyer the link to the landing page, or activate the purchase. Nothing is ' +
      'billed, and nobody has access, before that.',
  },
} as const satisfies Record<string, NoticeEntry>;

export type NoticeKind = keyof typeof noticeTable;
export const noticeKinds = Object.keys(noticeTable) as readonly NoticeKind[];

export type NoticeFacts = Readonly<Record<string, string | number>>;

export interface NoticeTexts {
  readonly title: string;
  readonly text: string;
  readonly whatToDo: string;
}

/** For a node that runs beside nodes of a newer version, or after a return from it. */
const ofNewerVersion: NoticeEntry = {
  title: 'A notice from a newer version of the service',
  text: 'This version of the service cannot show its text.',
  whatToDo: 'Read it again when every node has been upgraded.',
};

/** The entry of a stored kind, which may be of a newer version. */
export function noticeEntry(kind: NoticeKind): NoticeEntry {
  return Object.hasOwn(noticeTable, kind) ? noticeTable[kind] : ofNewerVersion;
}

/** The texts of a notice, each on one line. */
export function noticeTexts({
  kind,
  facts,
}: {
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
}): NoticeTexts {
  const { title, text, whatToDo } = noticeEntry(kind);
  const filled = text.replaceAll(/\{([\w|]+)\}/g, (_, names: string) => {
    const known = names.split('|').find((name) => Object.hasOwn(facts, name) && facts[name] !== '');
    return known === undefined ? '(not known)' : oneLine(readable(known, facts[known] ?? ''));
  });
  return { title, text: filled, whatToDo };
}

/** An ISO timestamp to the minute, a number with grouped digits, a code in words. A sum of quantities is stored as text. */
function readable(name: string, fact: string | number): string {
  if (typeof fact === 'number' || name.endsWith('Quantity')) return formatNumber(fact);
  return factInWords(name, fact).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z$/, '$1 $2 UTC');
}

const maxFactLength = 300;

/** Facts include outside text: bounds each to one line of limited length. */
export function oneLine(text: string): string {
  const line = asOneLine(text).replaceAll(/\s+/g, ' ');
  return line.length > maxFactLength ? `${line.slice(0, maxFactLength - 1)}…` : line;
}

type Words = Readonly<Record<string, string>>;

const actions: Words = {
  Subscribe: 'Purchase',
  ChangePlan: 'Plan change',
  ChangeQuantity: 'Seat change',
  Renew: 'Renewal',
  Suspend: 'Suspension',
  Reinstate: 'Reinstatement',
  Unsubscribe: 'Cancellation',
};

const statuses: Words = {
  PendingFulfillmentStart: 'not activated',
  Subscribed: 'active',
  Suspended: 'suspended',
  Unsubscribed: 'cancelled',
  NotStarted: 'not started',
  Unknown: 'unknown',
};

const repairs: Words = {
  receive: 'recorded',
  activate: 'activated',
  reinstate: 'reinstated',
  changePlan: 'plan changed',
  changeQuantity: 'seats changed',
  renew: 'renewed',
  suspend: 'suspended',
  cancelAtTermEnd: 'cancelled at the end of its term',
  cancelNow: 'cancelled',
  expire: 'expired',
};

/** A fact with codes in words. The marketplace's own name of an action or status follows, to find it there. */
export function factInWords(name: string, fact: string): string {
  if (name === 'action') return withCode(actions, fact);
  if (name === 'status') return withCode(statuses, fact);
  return name === 'repair'
    ? fact
        .split(', ')
        .map((code) => wordsOf(repairs, code) ?? code)
        .join(', ')
    : fact;
}

function withCode(table: Words, code: string): string {
  const words = wordsOf(table, code);
  return words === undefined ? code : `${words} (${code})`;
}

function wordsOf(table: Words, code: string): string | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
