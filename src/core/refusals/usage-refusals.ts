/** The refusals of records, events, reports and reservations of usage. `refusal.ts` joins the tables. */
export const usageRefusals = {
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
} as const;
