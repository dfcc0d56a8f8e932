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
    text: () => `The request must carry 'client_secret' or 'client_assertion'.`,
  },
  wrongAssertion: {
    code: 700027,
    error: 'invalid_client',
    status: 401,
    text: (app) => `No certificate of application '${app}' has signed the assertion.`,
  },
  expiredAssertion: {
    code: 700024,
    error: 'invalid_client',
    status: 401,
    text: (app) => `The assertion of application '${app}' is not of this time.`,
  },
  assertionForAnother: {
    code: 700023,
    error: 'invalid_client',
    status: 401,
    text: (audience) => `The assertion is for '${audience}'.`,
  },
  assertionOfAnother: {
    code: 700021,
    error: 'invalid_client',
    status: 401,
    text: (app) => `The assertion is not about application '${app}'.`,
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
    text: (field) => `The request must contain '${field}'.`,
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
  redirectMismatch: {
    code: 50011,
    error: 'invalid_request',
    status: 400,
    text: (address) => `The application has not registered the redirect address '${address}'.`,
  },
  redirectChanged: {
    code: 500112,
    error: 'invalid_client',
    status: 400,
    text: (address) => `The code was issued for another redirect address than '${address}'.`,
  },
  singleTenantApplication: {
    code: 50194,
    error: 'invalid_request',
    status: 400,
    text: (app) => `Application '${app}' has a single tenant: name that in the path.`,
  },
  unsupportedResponseType: {
    code: 700051,
    error: 'unsupported_response_type',
    status: 400,
    text: (type) => `The response type '${type}' is not enabled; the emulator issues codes.`,
  },
  unsupportedResponseMode: {
    code: 70007,
    error: 'invalid_request',
    status: 400,
    text: (mode) => `'${mode}' is no 'response_mode' that suits a code.`,
  },
  unsupportedPrompt: {
    code: 90023,
    error: 'invalid_request',
    status: 400,
    text: (prompt) => `'${prompt}' is no 'prompt' that is supported.`,
  },
  challengeMethod: {
    code: 50149,
    error: 'invalid_request',
    status: 400,
    text: (method) => `The 'code_challenge_method' must be S256, not '${method}'.`,
  },
  challengeSize: {
    code: 501491,
    error: 'invalid_request',
    status: 400,
    text: () => `The 'code_challenge' must have 43 characters.`,
  },
  challengeNeeded: {
    code: 9002325,
    error: 'invalid_request',
    status: 400,
    text: () => `A 'code_challenge' is needed for a code that a browser redeems.`,
  },
  notSignedIn: {
    code: 50058,
    error: 'login_required',
    status: 400,
    text: () => `Nobody is signed in, and the prompt 'none' allows no question.`,
  },
  resourcesOfCode: {
    code: 28000,
    error: 'invalid_scope',
    status: 400,
    text: (scope) => `The scope '${scope}' names more than one resource.`,
  },
  verifierMissing: {
    code: 50148,
    error: 'invalid_grant',
    status: 400,
    text: () => `The 'code_verifier' of the code's challenge is missing.`,
  },
  verifierMismatch: {
    code: 501481,
    error: 'invalid_grant',
    status: 400,
    text: () => `The 'code_verifier' does not belong to the code's challenge.`,
  },
  usedCode: {
    code: 54005,
    error: 'invalid_grant',
    status: 400,
    text: () => 'The code has been redeemed before.',
  },
  expiredGrant: {
    code: 70008,
    error: 'invalid_grant',
    status: 400,
    text: () => 'The code or refresh token has expired.',
  },
  unknownGrant: {
    code: 70000,
    error: 'invalid_grant',
    status: 400,
    text: () => 'The code or refresh token is none of this client and tenant.',
  },
  publicWithSecret: {
    code: 700025,
    error: 'invalid_client',
    status: 401,
    text: (app) => `Application '${app}' is public and must send no secret.`,
  },
  redeemedFromBrowser: {
    code: 9002326,
    error: 'invalid_request',
    status: 400,
    text: (origin) =>
      `Only a single-page application's code is redeemed from a browser; this came from '${origin}'.`,
  },
  redeemedOutsideBrowser: {
    code: 9002327,
    error: 'invalid_request',
    status: 400,
    text: () => `A single-page application's code is redeemed from a browser only.`,
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

export interface FailureBody {
  readonly error: string;
  readonly error_description: string;
  readonly error_codes: readonly number[];
  readonly timestamp: string;
  readonly trace_id: string;
  readonly correlation_id: string;
  readonly error_uri: string;
}

export function failureBody(
  { failure, subject }: Failure,
  { origin, now, requestId }: Occasion,
): FailureBody {
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
    error: row.error,
    error_description: description,
    error_codes: [row.code],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    error_uri: `${origin}/error?code=${row.code}`,
  };
}

export function failureAnswer(failure: Failure, occasion: Occasion): Answer {
  const { status } = rows[failure.failure];
  return {
    status,
    headers: status === 429 ? { 'retry-after': '1' } : {},
    body: failureBody(failure, occasion),
  };
}
