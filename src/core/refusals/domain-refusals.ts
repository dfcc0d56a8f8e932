/** The refusals of the catalogue, subscriptions, the marketplace and webhooks. `refusal.ts` joins the tables. */
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
} as const;
