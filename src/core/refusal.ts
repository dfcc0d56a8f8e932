/**
 * Everything the service refuses, in one table. A refusal is a value: the same one becomes an HTTP answer, a
 * usage record's `error`, or a line on the error page.
 */
interface RefusalEntry {
  readonly status: number;
  readonly title: string;
  /** What the caller should do about it; shown on the error page and as the default detail. */
  readonly remedy: string;
}

export const refusalTable = {
  'request.validation_failed': {
    status: 400,
    title: 'The request is not valid',
    remedy:
      'Correct what `args.issues` lists: each has the path of the value, the rule it broke and a message.',
  },
  'request.rate_limited': {
    status: 429,
    title: 'Too many requests',
    remedy:
      'Wait for the seconds in `Retry-After`, then go on. `RateLimit` on every answer tells what is left.',
  },
  'request.route_not_found': {
    status: 404,
    title: 'There is no such address',
    remedy: 'Compare the path with the endpoints listed in the API documentation.',
  },
  'request.method_not_allowed': {
    status: 405,
    title: 'This address does not take that method',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'request.too_large': {
    status: 413,
    title: 'The request body is too large',
    remedy: 'Send no more than `args.limitBytes` bytes at once; split the request.',
  },
  'request.unsupported_media_type': {
    status: 415,
    title: 'The content type or encoding is not supported',
    remedy:
      'Send JSON, with the header `Content-Type: application/json`, as it is or with `Content-Encoding: gzip`.',
  },
  'request.headers_too_large': {
    status: 431,
    title: 'The address and headers are too large',
    remedy: 'Send no more than 16 KiB of address and headers.',
  },
  'request.expectation_failed': {
    status: 417,
    title: 'The expectation cannot be met',
    remedy: 'Leave the header `Expect` out, or send `Expect: 100-continue`.',
  },
  'request.timed_out': {
    status: 408,
    title: 'The request took too long to arrive',
    remedy: 'Send the whole request within 30 seconds.',
  },
  'request.idempotency_key_reused': {
    status: 422,
    title: 'The idempotency key was used for another request',
    remedy: 'Use a new `Idempotency-Key` for each different request body.',
  },
  'request.idempotency_in_progress': {
    status: 409,
    title: 'A request with this idempotency key is still running',
    remedy: 'Wait a moment and send the same request again.',
  },
  'request.cross_site': {
    status: 403,
    title: 'The request does not come from the portal',
    remedy:
      'Send the header `X-Tessera-Request: 1` with everything that changes something, from a page of this very ' +
      'service or from no page at all.',
  },
  'request.precondition_required': {
    status: 428,
    title: 'The change does not say what it is based on',
    remedy: 'Send the `ETag` of what you have read as `If-Match`.',
  },
  'request.precondition_failed': {
    status: 412,
    title: 'It has been changed meanwhile',
    remedy: 'Read it again, look at what has changed, and send the change with the new `ETag` as `If-Match`.',
  },
  'auth.credentials_invalid': {
    status: 401,
    title: 'The credentials were not accepted',
    remedy:
      'Send exactly one credential: a bearer token or an API key. Check that it is complete, current and of an ' +
      'enabled API client, and that the application has been verified.',
  },
  'auth.forbidden': {
    status: 403,
    title: 'The caller is not permitted to do this',
    remedy:
      'Grant the application the app role in `args.requiredRole`, with administrator consent, and call with a ' +
      'client-credentials token.',
  },
  'auth.session_required': {
    status: 401,
    title: 'There is no session, or it has ended',
    remedy: 'Sign in. A session ends after an hour without a request, and after 12 hours at the latest.',
  },
  'auth.not_a_member': {
    status: 403,
    title: 'This account is a member of no workspace',
    remedy:
      'Ask an administrator of the workspace for an invitation to the address you sign in with, and sign in with ' +
      'that account.',
  },
  'auth.sign_in_link_invalid': {
    status: 403,
    title: 'This link signs nobody in',
    remedy: 'A sign-in link works once, for 15 minutes. Ask for a new one.',
  },
  'auth.role_not_allowed': {
    status: 403,
    title: 'The role does not allow this',
    remedy: 'Ask one of the roles in `args.allowedRoles` to do it, or an administrator for such a role.',
  },
  'workspace.suspended': {
    status: 403,
    title: 'The workspace is suspended',
    remedy: 'Ask the operator of this service to resume it. Nothing is lost meanwhile.',
  },
  'customer.has_live_subscriptions': {
    status: 409,
    title: 'The customer has subscriptions that have not ended',
    remedy: 'Cancel them first: `args.count` says how many there are.',
  },
  'member.last_administrator': {
    status: 409,
    title: 'It is the last administrator of the workspace',
    remedy: 'Make another member who has joined a `Partner administrator` first.',
  },
  'member.already_joined': {
    status: 409,
    title: 'The member has joined already',
    remedy: 'Only an invitation that nobody has taken can be renewed.',
  },
  'api_client.scope_not_allowed': {
    status: 403,
    title: 'The API client lacks the scope',
    remedy: 'Give the API client the scope in `args.requiredScope`.',
  },
  'api_client.product_not_allowed': {
    status: 403,
    title: 'The product is outside the products of the API client',
    remedy: 'Add the product to the API client, or ask about one of its own products.',
  },
  'api_client.application_verification_failed': {
    status: 422,
    title: 'The application could not be verified',
    remedy:
      'Call from the application itself, with a token issued in the recorded tenant, within 24 hours of adding ' +
      'it. If the challenge has lapsed, add the application again for a new one.',
  },
  'category.not_found': {
    status: 404,
    title: 'There is no such category',
    remedy: 'Use a category slug from the catalogue.',
  },
  'product.not_found': {
    status: 404,
    title: 'There is no such product',
    remedy: 'Use a product slug from the catalogue.',
  },
  'plan.not_found': {
    status: 404,
    title: 'There is no such plan',
    remedy: "Use a plan slug from the product's entry in the catalogue.",
  },
  'catalogue.status_not_allowed': {
    status: 409,
    title: 'This status change is not allowed',
    remedy:
      'Look at `args.status`, and choose one of `args.allowed`. Drafts can be removed; what was published can be ' +
      'archived, and what is archived can be published again.',
  },
  'catalogue.consent_required': {
    status: 409,
    title: 'The file archives or removes products or plans',
    remedy:
      'If that is meant, apply it with `archive` and `remove` as in `args`: how many products and plans it archives, and ' +
      'how many drafts it removes.',
  },
  'catalogue.edition_in_use': {
    status: 409,
    title: 'The edition has plans',
    remedy: 'Move the plans in `args.plans` to another edition first, archived ones too.',
  },
  'catalogue.category_in_use': {
    status: 409,
    title: 'The category has products',
    remedy: 'Take the products in `args.products` out of it first, archived ones too.',
  },
  'resource.not_found': {
    status: 404,
    title: 'The workspace has nothing of the kind with this id',
    remedy: 'Look `args.kind` up again: the id is wrong, of another workspace, or of what has been removed.',
  },
  'customer.tenants_held': {
    status: 409,
    title: 'Another organisation has some of the tenants',
    remedy: 'Leave out the tenants in `args.tenants`, or send `moveTenants: true` to move them.',
  },
  'entitlement.user_tenant_mismatch': {
    status: 422,
    title: 'The user does not belong to the tenant',
    remedy: "Ask about a user of the tenant in the path, or name the user's own tenant.",
  },
  'entitlement.user_not_resolved': {
    status: 422,
    title: 'The e-mail address leads to no single active member',
    remedy: "Ask again with the user's object id.",
  },
  'subscription.move_not_allowed': {
    status: 409,
    title: 'The subscription does not take this move as it stands',
    remedy:
      'Look at `args.status`, and choose one of the moves in `args.allowed`. What is cancelled or expired is final: ' +
      'a new purchase is a new subscription.',
  },
  'subscription.seats_in_use': {
    status: 409,
    title: 'More seats are assigned than would be left',
    remedy: 'Release seats until no more than `args.quantity` are assigned, then change the quantity.',
  },
  'marketplace.plan_not_mapped': {
    status: 422,
    title: 'The marketplace plan leads to no plan of the workspace',
    remedy:
      'Map the offer in `args.offerId` and the plan in `args.planId` to a plan of the catalogue that is no draft.',
  },
  'marketplace.beneficiary_missing': {
    status: 422,
    title: 'The marketplace does not say whose subscription it is',
    remedy:
      "Ask the marketplace's support for the tenant of the beneficiary; without it nobody can be entitled.",
  },
  'marketplace.change_refused': {
    status: 409,
    title: 'The marketplace refuses the change',
    remedy:
      'The marketplace says why in `detail`. Customers of a reseller change their subscriptions there; another change ' +
      'may have to be finished first.',
  },
  'marketplace.source_connected': {
    status: 409,
    title: 'The source is connected already',
    remedy: 'Change the connection in `args.connectionId`, or choose another source name.',
  },
  'marketplace.connection_in_use': {
    status: 409,
    title: 'Something waits that only this connection can finish',
    remedy:
      'Wait until `args.waitingCalls` and `args.waitingUsage` are 0, which is so after 24 hours at the latest; or put ' +
      'the connection right, so that they go through.',
  },
  'product.idp_connected': {
    status: 409,
    title: 'The product has an application that reads its licences',
    remedy: 'Change the connection of the product instead.',
  },
  'metering.window_not_ended': {
    status: 422,
    title: 'The hour has not ended',
    remedy: 'Report the hour after `args.windowEndsAt`, once, with its total.',
  },
  'metering.window_too_old': {
    status: 422,
    title: 'The hour is too old',
    remedy: 'Only the past 24 hours are taken; the oldest is `args.oldestAllowed`.',
  },
  'metering.window_already_reported': {
    status: 409,
    title: 'The hour was already sent with another quantity',
    remedy: 'The report can no longer change. Add a missing quantity to a later hour.',
  },
  'metering.subscription_not_found': {
    status: 404,
    title: 'The tenant has no subscription that fits',
    remedy: 'Check tenant, product and plan.',
  },
  'metering.subscription_ambiguous': {
    status: 409,
    title: 'Several subscriptions fit',
    remedy: 'Send `plan`, one of `args.plans`, or `subscriptionId`, one of `args.subscriptions`.',
  },
  'metering.subscription_not_active': {
    status: 409,
    title: 'The subscription was not active in that hour',
    remedy:
      'Only hours that started while the subscription was active are taken: it last was from `args.activeFrom` to ' +
      '`args.activeUntil`.',
  },
  'metering.marketplace_subscription_missing': {
    status: 422,
    title: 'The subscription does not come from the marketplace',
    remedy: 'Only marketplace subscriptions are metered.',
  },
  'metering.not_metered': {
    status: 422,
    title: 'The plan has no custom meters',
    remedy: "Add dimensions to the plan's marketplace mapping; only flat-rate plans can have them.",
  },
  'metering.unknown_dimension': {
    status: 422,
    title: 'The plan does not have this dimension',
    remedy: 'Use one of `args.dimensions`, exactly as written.',
  },
  'usage_report.not_held': {
    status: 409,
    title: 'The usage report is not held',
    remedy:
      'Only a report that waits for its first try can be released. `args.status` and `args.tries` tell where it stands: ' +
      'it has been skipped, sent, or decided.',
  },
  'seat.not_available': {
    status: 409,
    title: 'There is no seat to give',
    remedy: 'Release a seat, or raise the quantity of an active subscription that is sold by the seat.',
  },
  'workspace.limit_reached': {
    status: 409,
    title: 'The workspace has as many as its plan allows',
    remedy:
      'The plan `args.plan` allows `args.limit` of `args.kind`. Remove what is no longer needed, or ask for a larger plan.',
  },
  'webhook.endpoint_disabled': {
    status: 409,
    title: 'The webhook endpoint is disabled',
    remedy: 'Enable the endpoint first.',
  },
  'webhook.too_many_secrets': {
    status: 409,
    title: 'Too many secrets of the webhook endpoint sign at once',
    remedy:
      'At most `args.limit` secrets sign at once, each for 24 hours after its rotation. Rotate again after `args.retryAfter`.',
  },
  'service.internal_error': {
    status: 500,
    title: 'Something went wrong on our side',
    remedy: 'Try again later. If it stays, tell support the `requestId`.',
  },
  'service.unavailable': {
    status: 503,
    title: 'The service cannot answer at the moment',
    remedy: 'Try again in a few seconds.',
  },
} as const satisfies Record<string, RefusalEntry>;

export type RefusalCode = keyof typeof refusalTable;

export interface Refusal {
  readonly refused: true;
  readonly code: RefusalCode;
  readonly detail: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export function refuse(
  code: RefusalCode,
  args: Readonly<Record<string, unknown>> = {},
  detail: string = refusalTable[code].remedy,
): Refusal {
  return { refused: true, code, detail, args };
}

export function isRefusal(value: unknown): value is Refusal {
  // Asked of values of every kind: reading a member is much quicker then than asking whether there is one.
  return (value as Partial<Refusal> | null | undefined)?.refused === true;
}

/** One thing wrong with a request: where, which rule, in words. */
export interface ValidationIssue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A hostile request can break a rule very often, and quote itself in each message. */
export const maxIssues = 100;
const longestText = 500;

export function refuseInvalid(found: readonly ValidationIssue[]): Refusal {
  const issues = found.slice(0, maxIssues).map(({ path, rule, message }) => ({
    path: shortened(path),
    rule,
    message: shortened(message),
  }));
  const detail = issues.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
  return refuse('request.validation_failed', { issues }, detail);
}

function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** An id that leads to nothing of the kind in the workspace: whether it exists elsewhere is not told. */
export function refuseUnknown(parameter: string, kind: string): Refusal {
  return refuse('resource.not_found', { kind, parameter }, `${parameter} is no ${kind} of the workspace.`);
}
