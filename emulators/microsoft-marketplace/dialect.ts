import { type Chosen, usualChoices } from '../shell/switches.ts';

/** Known differences from the documentation. The first choice of each is as documented or recorded. */
export const dialectChoices = {
  /** `saasSubscriptionStatus` with blanks around it. */
  status: ['plain', 'padded'],
  /** The list of operations as `{operations: […]}`, or as the array alone. */
  operations: ['wrapped', 'bare'],
  /** An empty list: an empty body for subscriptions and `{}` for operations, or the same for both. */
  nothing: ['documented', 'empty-list', 'empty-body', 'empty-object', 'empty-array'],
  /** A number or null; a number or `""`; a string or `""`. */
  quantity: ['number', 'empty', 'text'],
  /** The plan in the body of an activation: compared when present, required, or ignored. */
  activationPlan: ['checked', 'required', 'ignored'],
  activationResponse: ['empty', 'text', 'json'],
  activatedTwice: ['accepted', 'refused'],
  /** 404, or 400 and an empty list of operations. */
  unknownIds: ['not-found', 'bad-request'],
  terms: ['real', 'start-equals-end'],
  requestSource: ['operationRequestSource', 'operationRequestedSource'],
  operationIdHeader: ['absent', 'present'],
  contentType: ['json', 'text'],
  /** Whether the status of an acknowledgement must be `Success` or `Failure`. */
  acknowledgement: ['checked', 'any-status'],
  /** An acknowledgement of the publisher's own operation: accepted, or a 500. */
  ownOperations: ['acknowledged', 'failing'],
  extraMembers: ['none', 'some'],
  /** The host of `@nextLink` and `Operation-Location`: in every recorded answer another than the request's. */
  links: ['other-host', 'same-host'],
} as const;

export type DialectName = keyof typeof dialectChoices;

export type Dialect = Chosen<typeof dialectChoices>;

export const documentedDialect: Dialect = usualChoices(dialectChoices);
