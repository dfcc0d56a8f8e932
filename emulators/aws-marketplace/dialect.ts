import { type Chosen, usualChoices } from '../shell/switches.ts';

/** What the documentation leaves open, or examples show otherwise. The first choice of each is the usual one. */
export const dialectChoices = {
  /** A registration token until it expires: redeemed any number of times, or once. */
  tokens: ['reusable', 'single-use'],
  /** The same record again: `Success` with the same id, or `DuplicateRecord`. */
  repeatedRecord: ['success', 'duplicate'],
  /** A record more than an hour after the licence's end: `CustomerNotSubscribed`, or the batch is refused. */
  lateRecord: ['not-subscribed', 'out-of-bounds'],
  /** The earliest record of a licence: of the hour in which it starts, or of the instant. */
  earliestRecord: ['hour', 'instant'],
  /** Where an error's type is: in the header and the body, with an address after it, in the body alone, or as `code`. */
  errorType: ['header-and-body', 'decorated', 'body-only', 'code-only'],
  /** The licence's ARN in answers and events; some examples have no `arn:` before it. */
  licenseArn: ['whole', 'without-prefix'],
  /** GetEntitlements: an empty page with a NextToken before every page. */
  emptyPages: ['none', 'some'],
  /** The licence of a renewal. */
  renewedLicense: ['new', 'same'],
  /** The end of the detail types. */
  eventSuffix: ['manufacturer', 'proposer'],
  /** `product` in the events of agreements. */
  productInEvents: ['present', 'absent'],
} as const;

export type AwsDialect = Chosen<typeof dialectChoices>;

export const usualDialect: AwsDialect = usualChoices(dialectChoices);
