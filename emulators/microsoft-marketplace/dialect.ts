/** How the service can differ from its documentation. The first of each is the documentation's word, or what was recorded. */
export const dialectChoices = {
  /** `saasSubscriptionStatus` with blanks around it. */
  status: ['plain', 'padded'],
  /** The list of operations as `{operations: […]}`, or as the array alone. */
  operations: ['wrapped', 'bare'],
  /** What says that there is nothing: an empty body for subscriptions and `{}` for operations, or one thing for both. */
  nothing: ['documented', 'empty-list', 'empty-body', 'empty-object', 'empty-array'],
  /** A number and null; a number and `""`; a text and `""`. */
  quantity: ['number', 'empty', 'text'],
  /** The plan in the body of an activation: compared when it is there, demanded, or not looked at. */
  activationPlan: ['checked', 'required', 'ignored'],
  activationAnswer: ['empty', 'text', 'json'],
  activatedTwice: ['accepted', 'refused'],
  /** 404, or 400 and an empty list of operations. */
  unknownIds: ['not-found', 'bad-request'],
  terms: ['real', 'start-equals-end'],
  requestSource: ['operationRequestSource', 'operationRequestedSource'],
  operationIdHeader: ['absent', 'present'],
  contentType: ['json', 'text'],
  /** Whether an acknowledgement must say `Success` or `Failure`. */
  acknowledgement: ['checked', 'any-status'],
  /** What becomes of an acknowledgement of an operation that the publisher itself began: it counts, or is a 500. */
  ownOperations: ['acknowledged', 'failing'],
  extraMembers: ['none', 'some'],
  /** Which host `@nextLink` and `Operation-Location` name: in every recorded answer not the one that was asked. */
  links: ['other-host', 'same-host'],
} as const;

export type DialectName = keyof typeof dialectChoices;

export type Dialect = { readonly [Name in DialectName]: (typeof dialectChoices)[Name][number] };

export const documentedDialect: Dialect = {
  status: 'plain',
  operations: 'wrapped',
  nothing: 'documented',
  quantity: 'number',
  activationPlan: 'checked',
  activationAnswer: 'empty',
  activatedTwice: 'accepted',
  unknownIds: 'not-found',
  terms: 'real',
  requestSource: 'operationRequestSource',
  operationIdHeader: 'absent',
  contentType: 'json',
  acknowledgement: 'checked',
  ownOperations: 'acknowledged',
  extraMembers: 'none',
  links: 'other-host',
};

export function isDialectName(name: string): name is DialectName {
  return Object.hasOwn(dialectChoices, name);
}
