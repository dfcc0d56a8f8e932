/** The refusals of the catalogue, subscriptions, the marketplace, usage and webhooks. `refusal.ts` joins the tables. */
export const domainRefusals = {
  'category.not_found': {
    status: 404,
    title: 'The category does not exist',
    remedy: 'Use a category slug from the catalogue.',
  },
  'product.not_found': {
    status: 404,
    title: 'The product does not exist',
    remedy: 'Use a product slug from the catalogue.',
  },
  'plan.not_found': {
    status: 404,
    title: 'The plan does not exist',
    remedy: "Use a plan slug from the product's entry in the catalogue.",
  },
  'client.too_many_streams': {
    status: 409,
    title: 'Too many change streams are open',
    remedy:
      'Close a stream of the API client first: at most `args.limit` can be open. One stream has the changes of all tenants.',
  },
  'catalogue.status_not_allowed': {
    status: 409,
    title: 'This status change is not allowed',
    remedy:
      'The status is `args.status`; choose one of `args.allowed`. Drafts can be removed, published items can be ' +
      'archived, and archived items can be published again.',
  },
  'catalogue.consent_required': {
    status: 409,
    title: 'The file archives or removes products or plans',
    remedy:
      'To confirm, apply the file with `archive` and `remove` set to the numbers in `args`: how many products and plans ' +
      'it archives, and how many drafts it removes.',
  },
  'catalogue.restore_not_possible': {
    status: 409,
    title: 'The version cannot be restored as it was',
    remedy:
      'The catalogue has changed since: `args.reasons`. Change that first, or restore one plan or mapping of the version.',
  },
  'catalogue.edition_in_use': {
    status: 409,
    title: 'The edition has plans',
    remedy: 'Move these plans to another edition first, archived ones too: `args.plans`.',
  },
  'catalogue.category_in_use': {
    status: 409,
    title: 'The category has products',
    remedy: 'Take these products out of the category first, archived ones too: `args.products`.',
  },
  'resource.not_found': {
    status: 404,
    title: 'The workspace has no resource with this id',
    remedy:
      'Check the id of the `args.kind`: it is wrong, belongs to another workspace, or the resource was removed.',
  },
  'customer.tenants_held': {
    status: 409,
    title: 'Some of the tenants belong to another organisation',
    remedy: 'Omit the tenants in `args.tenants`, or send `moveTenants: true` to move them.',
  },
  'entitlement.user_tenant_mismatch': {
    status: 422,
    title: 'The user does not belong to the tenant',
    remedy: "Send a user of the tenant in the path, or use the user's own tenant.",
  },
  'entitlement.user_not_resolved': {
    status: 422,
    title: 'No unique active member has this e-mail address',
    remedy: "Send the user's object id instead.",
  },
  'entitlement.nothing_to_sign': {
    status: 409,
    title: 'The tenant holds nothing that could be signed',
    remedy:
      'Read the entitlement: its access level is `None`. Create or activate a subscription of the tenant to the product first.',
  },
  'signing_key.too_many': {
    status: 409,
    title: 'The workspace has too many signing keys',
    remedy:
      'At most `args.limit` keys are published. Rotate again when a replaced key has ended, or withdraw a key that nothing in use was signed with.',
  },
  'signing_key.already_withdrawn': {
    status: 409,
    title: 'The signing key is already withdrawn',
    remedy: 'Nothing is left to do: the key is not published since `args.withdrawnAt`.',
  },
  'subscription.move_not_allowed': {
    status: 409,
    title: 'The status of the subscription does not allow this change',
    remedy:
      'The status is `args.status`; choose one of the moves in `args.allowed`. Cancelled and expired are final: ' +
      'a new purchase is a new subscription.',
  },
  'subscription.seats_in_use': {
    status: 409,
    title: 'More seats are assigned than the new quantity',
    remedy: 'Release seats until at most `args.quantity` are assigned, then change the quantity.',
  },
  'marketplace.plan_not_mapped': {
    status: 422,
    title: 'The marketplace plan is not mapped to a plan of the workspace',
    remedy:
      'Map the offer in `args.offerId` and the plan in `args.planId` to a published or archived plan of the catalogue.',
  },
  'marketplace.beneficiary_missing': {
    status: 422,
    title: 'The marketplace does not name the beneficiary of the subscription',
    remedy:
      "Ask the marketplace's support for the beneficiary's tenant. Without it the subscription entitles nobody.",
  },
  'marketplace.change_refused': {
    status: 409,
    title: 'The marketplace refused the change',
    remedy:
      'See the reason in `detail`. Customers of a reseller change their subscriptions with the reseller. Another change ' +
      'may have to finish first.',
  },
  'marketplace.source_connected': {
    status: 409,
    title: 'The source already has a connection',
    remedy: 'Change the connection in `args.connectionId`, or choose another source name.',
  },
  'marketplace.connection_in_use': {
    status: 409,
    title: 'Notifications or usage reports still need this connection',
    remedy:
      'Wait until `args.waitingCalls` and `args.waitingUsage` are 0, at most 24 hours, or correct the connection so ' +
      'that they are processed.',
  },
  'product.idp_connected': {
    status: 409,
    title: 'The product already has a licence connection',
    remedy: 'Change the existing connection of the product.',
  },
  'metering.window_not_ended': {
    status: 422,
    title: 'The hour has not ended',
    remedy: 'Report the hour once, with its total, after `args.windowEndsAt`.',
  },
  'metering.window_too_old': {
    status: 422,
    title: 'The hour is too old',
    remedy: 'Report hours of the past 24 hours; the oldest is `args.oldestAllowed`.',
  },
  'metering.window_already_reported': {
    status: 409,
    title: 'The hour was already reported',
    remedy:
      'The report can no longer change. Add a missing quantity to a later hour; a maximum or a unique key of an event ' +
      'cannot be added.',
  },
  'metering.subscription_not_found': {
    status: 404,
    title: 'The tenant has no matching subscription',
    remedy: 'Check tenant, product and plan.',
  },
  'metering.subscription_ambiguous': {
    status: 409,
    title: 'Several subscriptions match',
    remedy: 'Send `plan`, one of `args.plans`, or `subscriptionId`, one of `args.subscriptions`.',
  },
  'metering.subscription_not_active': {
    status: 409,
    title: 'The subscription was not active in that hour',
    remedy:
      'Report only hours that started while the subscription was active: its last active period is `args.activeFrom` ' +
      'to `args.activeUntil`.',
  },
  'metering.marketplace_subscription_missing': {
    status: 422,
    title: 'The subscription does not come from the marketplace',
    remedy:
      'Send usage events instead of hourly records: those of a subscription without a marketplace are counted, not billed.',
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
  'metering.fed_by_events': {
    status: 409,
    title: 'The dimension is fed by events',
    remedy: 'Send the usage of this dimension to `/api/v1/usage-events`, one event for each use.',
  },
  'metering.fed_by_records': {
    status: 409,
    title: 'The dimension is fed by hourly records',
    remedy: 'Report the total of each hour to `/api/v1/metered-usage`, or let the dimension take events.',
  },
  'metering.event_in_future': {
    status: 422,
    title: 'The event is in the future',
    remedy:
      'Send events after they occurred; the latest accepted time is `args.latestAllowed`. Check the clock.',
  },
  'metering.limit_reached': {
    status: 409,
    title: 'The limit is reached',
    remedy:
      '`args.remaining` of the limit of `args.limit` is left; it is free again at `args.resetsAt`. `args.setBy` says who can ' +
      'raise it: the plan, the partner or the customer.',
  },
  'metering.quantity_over_limit': {
    status: 422,
    title: 'The quantity is greater than the limit itself',
    remedy: 'Reserve at most `args.limit` at once, or ask for a higher limit; `args.setBy` says who set it.',
  },
  'metering.quantity_zero': {
    status: 422,
    title: 'The quantity is zero',
    remedy: 'Reserve more than 0.',
  },
  'metering.quantity_negative': {
    status: 422,
    title: 'The quantity is negative',
    remedy: 'Reserve or commit a positive quantity. To free a reservation, delete it.',
  },
  'metering.quantity_not_whole': {
    status: 422,
    title: 'A count takes whole numbers only',
    remedy: 'Reserve a whole number of a dimension with the aggregation `Count`.',
  },
  'metering.subject_invalid': {
    status: 422,
    title: 'The subject is not valid',
    remedy: 'Send 1 to `args.maxLength` printable characters, such as the id of a user, a team or an agent.',
  },
  'metering.ttl_out_of_range': {
    status: 422,
    title: 'The time to live is out of range',
    remedy: 'Send whole seconds from `args.minimum` to `args.maximum`.',
  },
  'metering.not_reservable': {
    status: 422,
    title: 'The dimension cannot be reserved',
    remedy: 'Reserve dimensions with the aggregation `Sum` or `Count`; this one has `args.aggregation`.',
  },
  'metering.reservation_not_found': {
    status: 404,
    title: 'The API client has no such reservation',
    remedy:
      'Check the id. Settled reservations are deleted after a day; send what was used as a usage event.',
  },
  'metering.reservation_exceeded': {
    status: 409,
    title: 'More is committed than was reserved',
    remedy:
      'Commit at most `args.reserved`. Reserve the rest, or send it as a usage event: what was used was used.',
  },
  'metering.reservation_lapsed': {
    status: 409,
    title: 'The reservation has lapsed',
    remedy:
      'It was free for others from `args.expiredAt` on. Send what was used as a usage event, and reserve with a longer ' +
      '`ttlSeconds`.',
  },
  'metering.reservation_released': {
    status: 409,
    title: 'The reservation was released',
    remedy: 'Send what was used as a usage event.',
  },
  'metering.reservation_committed': {
    status: 409,
    title: 'The reservation was committed',
    remedy: 'It counts as used and cannot be released.',
  },
  'usage_report.not_held': {
    status: 409,
    title: 'The usage report is not on hold',
    remedy:
      'Only a report that waits for its first attempt can be released. `args.status` and `args.tries` show its progress: ' +
      'it was skipped, sent or decided.',
  },
  'seat.not_available': {
    status: 409,
    title: 'No seat is available',
    remedy: 'Release a seat, or raise the quantity of an active subscription that is sold by the seat.',
  },
  'workspace.limit_reached': {
    status: 409,
    title: 'The workspace has reached a limit of its plan',
    remedy:
      'The plan `args.plan` allows `args.limit` of `args.kind`. Remove unused ones, or ask for a larger plan.',
  },
  'webhook.endpoint_disabled': {
    status: 409,
    title: 'The webhook endpoint is disabled',
    remedy: 'Enable the endpoint first.',
  },
  'webhook.too_many_secrets': {
    status: 409,
    title: 'The webhook endpoint has too many active secrets',
    remedy:
      'At most `args.limit` secrets sign at once, each for 24 hours after its rotation. Rotate again after `args.retryAfter`.',
  },
  'licence_file.months_out_of_range': {
    status: 422,
    title: 'The number of months is out of range',
    remedy: 'Issue the licence file for `args.minimum` to `args.maximum` months.',
  },
  'licence_file.past_contract_end': {
    status: 409,
    title: 'The licence file would outlast the contract',
    remedy:
      'Issue the licence file for at most `args.maximumMonths` months, or renew the subscription first.',
  },
  'licence_file.request_invalid': {
    status: 422,
    title: 'The request file is not valid',
    remedy: 'The check `args.check` failed. Let the installation write another request file.',
  },
  'licence_file.not_found': {
    status: 404,
    title: 'The workspace has no such licence file',
    remedy: 'Check the id. Licence files are deleted two years after their end.',
  },
  'licence_file.already_revoked': {
    status: 409,
    title: 'The licence file was revoked or replaced',
    remedy: 'It is in the revocation list since `args.revokedAt`. Issue another licence file.',
  },
  'licence_file.too_many': {
    status: 409,
    title: 'The customer has too many licence files of the product',
    remedy: 'At most `args.limit` may be in use at once. Revoke unused ones, or replace one.',
  },
  'licence_file.too_many_revoked': {
    status: 409,
    title: 'The customer has too many revoked or replaced licence files of the product',
    remedy:
      'At most `args.limit` that have not ended, revoked and replaced ones included, may exist at once. Wait until some have ended; issue for fewer months.',
  },
  'usage_file.invalid': {
    status: 422,
    title: 'The usage file is not valid',
    remedy: 'Upload the file as the installation has written it.',
  },
  'usage_file.licence_unknown': {
    status: 404,
    title: 'The usage file names an unknown licence file',
    remedy: 'Upload the file in the workspace that has issued the licence file of the installation.',
  },
  'usage_file.not_bound': {
    status: 409,
    title: 'The licence file is not bound to an installation',
    remedy:
      'Nobody can tell who made the usage file. Issue a licence file with the request file of the installation.',
  },
  'usage_file.wrong_installation': {
    status: 409,
    title: 'Another installation has signed the usage file',
    remedy: 'Only the installation that the licence file is bound to can make its usage files.',
  },
  'usage_file.licence_revoked': {
    status: 409,
    title: 'The licence file was revoked before the event',
    remedy: 'Only usage from before the revocation is taken.',
  },
  'usage_file.too_many': {
    status: 409,
    title: 'The licence file has too many usage files',
    remedy: 'At most `args.limit` are taken. Issue a licence file that replaces it.',
  },
  'usage_file.not_found': {
    status: 404,
    title: 'The workspace has no such usage file',
    remedy: 'Check the id. Usage files are deleted with their licence file, two years after its end.',
  },
} as const;
