import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import { isGuid } from './guid.ts';

interface FailureRow {
  readonly code: number;
  readonly error: string;
  readonly status: number;
  readonly text: (subject: string) => string;
}

/** Every way a request can be turned down. Numbers, errors and statuses are the real ones, the wording is ours. */
const rows = {
  wrongSecret: {
    code: 7000215,
    error: 'invalid_client',
    status: 401,
    text: (app) => `The secret sent for application '${app}' is not one of its secrets.`,
  },
  expiredSecret: {
    code: 7000222,
    error: 'invalid_client',
    status: 401,
    text: (app) => `The secret sent for application '${app}' has expired.`,
  },
  missingSecret: {
    code: 7000218,
    error: 'invalid_client',
    status: 401,
    text: () => `The request must carry 'client_secret' (the emulator takes no 'client_assertion').`,
  },
  unknownApplication: {
    code: 700016,
    error: 'unauthorized_client',
    status: 400,
    text: (app) => `Application '${app}' is not present in this tenant.`,
  },
  disabledApplication: {
    code: 7000112,
    error: 'unauthorized_client',
    status: 400,
    text: (app) => `Application '${app}' is disabled.`,
  },
  unknownTenant: {
    code: 90002,
    error: 'invalid_request',
    status: 400,
    text: (tenant) => `There is no tenant '${tenant}'.`,
  },
  malformedTenant: {
    code: 900023,
    error: 'invalid_request',
    status: 400,
    text: (tenant) => `'${tenant}' is neither a tenant id nor a domain name.`,
  },
  unknownTenantOfDocument: {
    code: 90002,
    error: 'invalid_tenant',
    status: 400,
    text: (tenant) => `There is no tenant '${tenant}'.`,
  },
  malformedTenantOfDocument: {
    code: 900023,
    error: 'invalid_tenant',
    status: 400,
    text: (tenant) => `'${tenant}' is neither a tenant id nor a domain name.`,
  },
  invalidScope: {
    code: 70011,
    error: 'invalid_scope',
    status: 400,
    text: (scope) => `The scope '${scope}' is not valid.`,
  },
  scopeWithoutDefault: {
    code: 1002012,
    error: 'invalid_scope',
    status: 400,
    text: (scope) => `The scope '${scope}' must be a resource followed by '/.default'.`,
  },
  severalResources: {
    code: 700022,
    error: 'invalid_scope',
    status: 400,
    text: (scope) => `The scope '${scope}' names more than one resource.`,
  },
  unknownResource: {
    code: 500011,
    error: 'invalid_resource',
    status: 400,
    text: (resource) => `The resource '${resource}' is not present in this tenant.`,
  },
  missingField: {
    code: 900144,
    error: 'invalid_request',
    status: 400,
    text: (field) => `The request body must contain '${field}'.`,
  },
  unsupportedGrant: {
    code: 70003,
    error: 'unsupported_grant_type',
    status: 400,
    text: (grant) => `The grant type '${grant}' is not supported.`,
  },
  grantNeedsTenant: {
    code: 9001023,
    error: 'invalid_request',
    status: 400,
    text: (alias) => `This grant type needs a tenant of its own, not '/${alias}'.`,
  },
  notPosted: {
    code: 900561,
    error: 'invalid_request',
    status: 400,
    text: (method) => `The endpoint takes POST requests; this was ${method}.`,
  },
  throttled: {
    code: 90055,
    error: 'temporarily_unavailable',
    status: 429,
    text: () => 'There were too many requests.',
  },
  unavailable: {
    code: 90033,
    error: 'temporarily_unavailable',
    status: 503,
    text: () => 'A transient fault has occurred. Try again.',
  },
} as const satisfies Record<string, FailureRow>;

export type FailureName = keyof typeof rows;

export interface Failure {
  readonly failure: FailureName;
  /** What the failure is about: an id, a field, a scope. */
  readonly subject: string;
}

/** Where and when a request was met. */
export interface Occasion {
  readonly origin: string;
  readonly now: Date;
  /** The caller's `client-request-id`, echoed when it is one. */
  readonly requestId: string | undefined;
}

export function failureAnswer({ failure, subject }: Failure, { origin, now, requestId }: Occasion): Answer {
  const row: FailureRow = rows[failure];
  const traceId = randomUUID();
  const correlationId = requestId !== undefined && isGuid(requestId) ? requestId : randomUUID();
  const timestamp = `${now.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  const description = [
    `AADSTS${row.code}: ${row.text(subject.slice(0, 200))}`,
    `Trace ID: ${traceId}`,
    `Correlation ID: ${correlationId}`,
    `Timestamp: ${timestamp}`,
  ].join('\r\n');
  return {
    status: row.status,
    headers: row.status === 429 ? { 'retry-after': '1' } : {},
    body: {
      error: row.error,
      error_description: description,
      error_codes: [row.code],
      timestamp,
      trace_id: traceId,
      correlation_id: correlationId,
      error_uri: `${origin}/error?code=${row.code}`,
    },
  };
}
