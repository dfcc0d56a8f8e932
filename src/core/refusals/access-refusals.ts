/** The refusals of requests, credentials, members and API clients. `refusal.ts` joins the tables. */
export const accessRefusals = {
  'request.validation_failed': {
    status: 400,
    title: 'The request is not valid',
    remedy:
      'Correct each entry of `args.issues`: it has the path of the value, the broken rule and a message.',
  },
  'request.rate_limited': {
    status: 429,
    title: 'Too many requests',
    remedy:
      'Retry after the number of seconds in `Retry-After`. The header `RateLimit` of every response has the requests that remain.',
  },
  'request.route_not_found': {
    status: 404,
    title: 'No endpoint has this path',
    remedy: 'Compare the path with the endpoints listed in the API documentation.',
  },
  'request.method_not_allowed': {
    status: 405,
    title: 'The endpoint does not support this method',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'request.too_large': {
    status: 413,
    title: 'The request body is too large',
    remedy: 'Split the request: a body has at most `args.limitBytes` bytes.',
  },
  'request.unsupported_media_type': {
    status: 415,
    title: 'The content type or encoding is not supported',
    remedy:
      'Send JSON with the header `Content-Type: application/json`, uncompressed or with `Content-Encoding: gzip`.',
  },
  'request.headers_too_large': {
    status: 431,
    title: 'The URL and headers are too large',
    remedy: 'Send at most 32 KiB of URL and headers.',
  },
  'request.expectation_failed': {
    status: 417,
    title: 'The `Expect` header is not supported',
    remedy: 'Omit the header `Expect`, or send `Expect: 100-continue`.',
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
      'Send the header `X-Tessera-Request: 1` with every request that changes data, from a page of this service or ' +
      'from outside a browser.',
  },
  'request.precondition_required': {
    status: 428,
    title: 'The header `If-Match` is missing',
    remedy: 'Read the resource and send its `ETag` as `If-Match`.',
  },
  'request.precondition_failed': {
    status: 412,
    title: 'The resource has changed since you read it',
    remedy: 'Read it again, compare the changes, and send your change with the new `ETag` as `If-Match`.',
  },
  'auth.credentials_invalid': {
    status: 401,
    title: 'The credentials are not valid',
    remedy:
      'Send exactly one credential: a bearer token, an API key or, to the admin API, a key of a service account. Check ' +
      'that it is complete and current, that its API client is enabled, and that the application has been verified.',
  },
  'auth.forbidden': {
    status: 403,
    title: 'The token lacks the app role for this operation',
    remedy:
      'Grant the application the app role in `args.requiredRole`, with administrator consent, and call with a ' +
      'client-credentials token.',
  },
  'auth.network_not_allowed': {
    status: 403,
    title: 'The key is not allowed from this network',
    remedy:
      'The request came from `args.address`. Call from a network that the key allows, or ask an administrator of the ' +
      'workspace to add the address to the allowed networks of the key.',
  },
  'auth.session_required': {
    status: 401,
    title: 'The session is missing or has ended',
    remedy:
      'Sign in. A session ends after an hour without a request, and after 12 hours at the latest. A program sends the ' +
      'key of a service account as a bearer token instead.',
  },
  'auth.not_a_member': {
    status: 403,
    title: 'This account is not a member of any workspace',
    remedy:
      'Ask an administrator of the workspace to invite the address you sign in with, then sign in with that account.',
  },
  'auth.sign_in_link_invalid': {
    status: 403,
    title: 'The sign-in link is not valid',
    remedy: 'A sign-in link works once, for 15 minutes. Request a new one.',
  },
  'auth.not_for_service_accounts': {
    status: 403,
    title: 'The route is not for service accounts',
    remedy:
      'The route is about the signed-in person. Call a route of the workspace; `GET /api/admin/v1/service-account` ' +
      'has its id, and the role of the service account.',
  },
  'auth.role_not_allowed': {
    status: 403,
    title: 'Your role does not allow this',
    remedy:
      'Ask a member with one of the roles in `args.allowedRoles`, or ask an administrator to change your role.',
  },
  'workspace.suspended': {
    status: 403,
    title: 'The workspace is suspended',
    remedy: 'Ask the operator of this service to resume it. Its data is preserved.',
  },
  'customer.has_live_subscriptions': {
    status: 409,
    title: 'The customer has subscriptions that have not ended',
    remedy: 'Subscriptions that have not ended: `args.count`. Cancel them first.',
  },
  'member.last_administrator': {
    status: 409,
    title: 'The workspace has no other administrator',
    remedy: 'Give the role `Partner administrator` to another joined member first.',
  },
  'member.already_joined': {
    status: 409,
    title: 'The member has already joined',
    remedy: 'Only an open invitation can be renewed.',
  },
  'api_client.scope_not_allowed': {
    status: 403,
    title: 'The API client lacks the scope',
    remedy: 'Give the API client the scope in `args.requiredScope`.',
  },
  'api_client.product_not_allowed': {
    status: 403,
    title: 'The API client has no access to the product',
    remedy: 'Add the product to the API client, or request one of its products.',
  },
  'api_client.application_verification_failed': {
    status: 422,
    title: 'The application could not be verified',
    remedy:
      'Call from the application itself, with a token issued in the recorded tenant, within 24 hours of adding ' +
      'it. If the challenge has expired, add the application again to get a new one.',
  },
} as const;
