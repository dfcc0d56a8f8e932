import { formatNumber } from '../values/format-number.ts';
import { asOneLine } from '../values/text.ts';
import { factInWords } from './notice-words.ts';

/** The texts of a kind of notice, in the inbox and in the digest mail. */
interface NoticeEntry {
  /** Of all notices of the kind. */
  readonly title: string;
  /** A template: names in braces are facts of the notice. `{key|keyId}` is `keyId` where there is no `key`. */
  readonly headline: string;
  /** The cause, as a template. */
  readonly text: string;
  readonly whatToDo: string;
  /** The fact with the time until which something can be done, and the words before it. */
  readonly deadline?: { readonly fact: string; readonly words: string };
}

const usage = '{quantity} of {dimensionName|dimension}';
const product = '{productName|product}';
const hour = `${product}, hour from {hour}.`;
const reportAgain = { fact: 'expiresAt', words: 'Report again until' } as const;

export const noticeTable = {
  UsageRejected: {
    title: 'Usage rejected by the marketplace',
    headline: `{customer}: ${usage} rejected`,
    text: `${hour} {reason}`,
    whatToDo:
      'This usage is not billed. Fix the plan mapping or the subscription, then report the hour again.',
    deadline: reportAgain,
  },
  UsageRejectedExpiring: {
    title: 'Rejected usage is lost in two hours',
    headline: `{customer}: ${usage} is lost soon`,
    text: `${hour} {reason}`,
    whatToDo: 'Report the hour again before the deadline. The marketplace does not accept it later.',
    deadline: reportAgain,
  },
  UsageExpired: {
    title: 'Usage expired before the marketplace accepted it',
    headline: `{customer}: ${usage} lost`,
    text: `${hour} {reason}`,
    whatToDo: 'This usage is not billed. Check the connection, then add the quantity to a later hour.',
  },
  UsageQuantityMismatch: {
    title: 'The marketplace has a different quantity',
    headline: `{customer}: ${usage} is another quantity at the marketplace`,
    text: `${hour} {reason}`,
    whatToDo:
      'The marketplace bills its own quantity. Find out who else reports usage for this subscription. Correct the ' +
      'difference in a later hour.',
  },
  UsageExpiring: {
    title: 'Usage expires in two hours',
    headline: `{customer}: ${usage} not accepted yet`,
    text: `${hour} {reason}`,
    whatToDo:
      'Check the connection to the marketplace: its secret, its address, and whether the marketplace responds.',
    deadline: { fact: 'expiresAt', words: 'Sending is retried until' },
  },
  UsageDrift: {
    title: 'The usage at the marketplace differs from the accepted usage',
    headline: '{customer}: {dimensionName|dimension} differs on {day}',
    text: `${product}. {ourQuantity} accepted here, {marketplaceQuantity} at the marketplace.`,
    whatToDo:
      'Compare the day in the partner centre of the marketplace. Add a missing quantity to a later hour; an excess was ' +
      'reported by another application.',
  },
  WebhookEndpointDisabled: {
    title: 'A webhook endpoint was disabled',
    headline: '{endpoint|host}: disabled',
    text: 'No events are sent to {host} since {disabledAt}. {reason}',
    whatToDo: 'Fix the receiver and enable the endpoint. Then replay the deliveries since that time.',
  },
  MarketplaceCallNotApplied: {
    title: 'A marketplace notification was not applied',
    headline: '{customer|sourceName}: {action} not applied',
    text: '{sourceName}. {detail}',
    whatToDo:
      'Compare the subscription with the partner centre of the marketplace, and correct the cause. The next hourly ' +
      'comparison then updates the subscription.',
  },
  MarketplaceRepaired: {
    title: 'A subscription was updated to match the marketplace',
    headline: '{customer}: {repair}',
    text: `${product}, {sourceName}. Its notification was lost, or it was changed only here.`,
    whatToDo:
      'Nothing to do, unless it happens often. Then check that the marketplace reaches the address of the webhook. ' +
      'Change marketplace subscriptions on the marketplace, not here.',
  },
  MarketplaceNotRepaired: {
    title: 'A subscription differs from the marketplace',
    headline: '{customer|sourceName}: differs from the marketplace',
    text: '{sourceName}. There it is {status}. {reason}',
    whatToDo:
      'Map the plan, or agree with the customer on their subscription. An ended subscription cannot start again: the ' +
      'customer has to make a new purchase.',
  },
  MarketplaceSecretEnding: {
    title: 'The credential of a marketplace connection expires soon',
    headline: '{sourceName}: credential expires soon',
    text: 'Without a credential no usage is billed and no purchase can be completed.',
    whatToDo: 'Create a secret or certificate for the application and enter it before then.',
    deadline: { fact: 'endsAt', words: 'Replace it until' },
  },
  ServiceAccountKeyEnding: {
    title: 'The key of a service account expires soon',
    headline: '{account}: key {key|keyId} expires soon',
    text: 'Without a key the program is refused.',
    whatToDo:
      'Rotate the key and give the next one to its program; the old one works meanwhile. Remove the account if it is ' +
      'not used.',
    deadline: { fact: 'endsAt', words: 'Rotate it until' },
  },
  SeatsExceedQuantity: {
    title: 'More seats are assigned than were bought',
    headline: '{customer}: {assigned} seats assigned, {quantity} bought',
    text: `${product}. No seat is released automatically.`,
    whatToDo: 'Ask the customer which seats to release, or to buy more.',
  },
  PurchaseNotActivated: {
    title: 'A purchase could not be completed',
    headline: '{customer}: purchase not completed',
    text: 'Plan {planId} of the offer {offerId}. {reason}',
    whatToDo:
      'Map the plan or fix the connection, as the reason says. The customer can then open the same link again, or choose ' +
      'to configure the subscription on the marketplace.',
  },
  PurchaseWaiting: {
    title: 'A purchase is not active yet',
    headline: '{customer}: {bought} not active',
    text: 'Bought at {boughtAt}, {sourceName}. {reason}',
    whatToDo:
      'Send the buyer the link to the landing page, or activate the purchase. Nothing is billed, and nobody has access, ' +
      'before that.',
  },
} as const satisfies Record<string, NoticeEntry>;

export type NoticeKind = keyof typeof noticeTable;
export const noticeKinds = Object.keys(noticeTable) as readonly NoticeKind[];

export type NoticeFacts = Readonly<Record<string, string | number>>;

export interface NoticeTexts {
  readonly title: string;
  readonly headline: string;
  readonly text: string;
  readonly whatToDo: string;
}

/** Until when something can be done about a notice. */
export interface NoticeDeadline {
  /** `Report again until` */
  readonly words: string;
  readonly at: Date;
}

interface RaisedNotice {
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
}

/** For a node that runs beside nodes of a newer version, or after a return from it. */
const ofNewerVersion: NoticeEntry = {
  title: 'A notice from a newer version of the service',
  headline: 'Notice from a newer version',
  text: 'This version of the service cannot show its text.',
  whatToDo: 'Read it again when every node has been upgraded.',
};

/** The entry of a stored kind, which may be of a newer version. */
export function noticeEntry(kind: NoticeKind): NoticeEntry {
  return Object.hasOwn(noticeTable, kind) ? noticeTable[kind] : ofNewerVersion;
}

/** The texts of a notice, each on one line. */
export function noticeTexts({ kind, facts }: RaisedNotice): NoticeTexts {
  const { title, headline, text, whatToDo } = noticeEntry(kind);
  const filled = (template: string) =>
    template.replaceAll(/\{([\w|]+)\}/g, (_, names: string) => {
      const known = names.split('|').find((name) => Object.hasOwn(facts, name) && facts[name] !== '');
      return known === undefined ? '(not known)' : oneLine(readable(known, facts[known] ?? ''));
    });
  return { title, headline: filled(headline), text: filled(text), whatToDo };
}

/** Null for a kind without one, and for a notice that was raised without its time. */
export function noticeDeadline({ kind, facts }: RaisedNotice): NoticeDeadline | null {
  const { deadline } = noticeEntry(kind);
  const at = deadline && Object.hasOwn(facts, deadline.fact) ? new Date(facts[deadline.fact] ?? '') : null;
  return deadline && at && !Number.isNaN(at.getTime()) ? { words: deadline.words, at } : null;
}

/** An ISO timestamp to the minute, a number with grouped digits, a code in words. A sum of quantities is stored as text. */
function readable(name: string, fact: string | number): string {
  if (typeof fact === 'number' || name.endsWith('Quantity')) return formatNumber(fact);
  return factInWords(name, fact).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z$/, '$1 $2 UTC');
}

/** `2026-11-15 14:00 UTC` */
export function minuteText(at: Date): string {
  const text = at.toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}

const maxFactLength = 300;

/** Facts include outside text: bounds each to one line of limited length. */
export function oneLine(text: string): string {
  const line = asOneLine(text).replaceAll(/\s+/g, ' ');
  return line.length > maxFactLength ? `${line.slice(0, maxFactLength - 1)}…` : line;
}
