export interface FailureRow {
  /** The `AADSTS` number. */
  readonly code: number;
  readonly error: string;
  readonly status: number;
  readonly text: (subject: string) => string;
}

type Text = FailureRow['text'];

const invalidClient = (code: number, text: Text) => ({ code, error: 'invalid_client', status: 401, text });
const unauthorizedClient = (code: number, text: Text) => badRequest(code, 'unauthorized_client', text);
const invalidRequest = (code: number, text: Text) => badRequest(code, 'invalid_request', text);
const invalidTenant = (code: number, text: Text) => badRequest(code, 'invalid_tenant', text);
const invalidScope = (code: number, text: Text) => badRequest(code, 'invalid_scope', text);
const invalidGrant = (code: number, text: Text) => badRequest(code, 'invalid_grant', text);
const badRequest = (code: number, error: string, text: Text) => ({ code, error, status: 400, text });

const noSuchTenant: Text = (tenant) => `There is no tenant '${tenant}'.`;
const noTenantName: Text = (tenant) => `'${tenant}' is neither a tenant id nor a domain name.`;
const twoResources: Text = (scope) => `The scope '${scope}' names more than one resource.`;

/** Every refusal. Numbers, errors and statuses are the real provider's, the wording is ours. */
export const failureTable = {
  // The client and its proof.
  wrongSecret: invalidClient(7000215, (app) => `The secret of application '${app}' is wrong.`),
  expiredSecret: invalidClient(7000222, (app) => `The secret of application '${app}' has expired.`),
  missingSecret: invalidClient(7000218, () => `Send 'client_secret' or 'client_assertion'.`),
  wrongAssertion: invalidClient(
    700027,
    (app) => `No certificate of application '${app}' signed the assertion.`,
  ),
  expiredAssertion: invalidClient(
    700024,
    (app) => `The assertion of application '${app}' is expired or not yet valid.`,
  ),
  assertionForAnother: invalidClient(700023, (audience) => `The assertion's audience is '${audience}'.`),
  assertionOfAnother: invalidClient(700021, (app) => `The assertion's subject is not application '${app}'.`),
  publicWithSecret: invalidClient(700025, (app) => `Application '${app}' is public and must send no secret.`),
  unknownApplication: unauthorizedClient(
    700016,
    (app) => `Application '${app}' is not present in this tenant.`,
  ),
  disabledApplication: unauthorizedClient(7000112, (app) => `Application '${app}' is disabled.`),

  // The tenant of the path.
  unknownTenant: invalidRequest(90002, noSuchTenant),
  malformedTenant: invalidRequest(900023, noTenantName),
  unknownTenantOfDocument: invalidTenant(90002, noSuchTenant),
  malformedTenantOfDocument: invalidTenant(900023, noTenantName),
  grantNeedsTenant: invalidRequest(9001023, (alias) => `This grant type needs a tenant id, not '/${alias}'.`),
  singleTenantApplication: invalidRequest(
    50194,
    (app) => `Application '${app}' has a single tenant: name it in the path.`,
  ),

  // The request and its scope.
  notPosted: invalidRequest(900561, (method) => `The endpoint takes POST requests; this was ${method}.`),
  missingField: invalidRequest(900144, (field) => `The request must contain '${field}'.`),
  unsupportedGrant: badRequest(
    70003,
    'unsupported_grant_type',
    (grant) => `The grant type '${grant}' is not supported.`,
  ),
  invalidScope: invalidScope(70011, (scope) => `The scope '${scope}' is not valid.`),
  scopeWithoutDefault: invalidScope(
    1002012,
    (scope) => `The scope '${scope}' must be a resource followed by '/.default'.`,
  ),
  severalResources: invalidScope(700022, twoResources),
  resourcesOfCode: invalidScope(28000, twoResources),
  unknownResource: badRequest(
    500011,
    'invalid_resource',
    (resource) => `The resource '${resource}' is not present in this tenant.`,
  ),

  // Signing in.
  redirectMismatch: invalidRequest(
    50011,
    (address) => `The application has not registered the redirect address '${address}'.`,
  ),
  unsupportedResponseType: badRequest(
    700051,
    'unsupported_response_type',
    (type) => `The response type '${type}' is not enabled; the emulator issues codes.`,
  ),
  unsupportedResponseMode: invalidRequest(
    70007,
    (mode) => `The response mode '${mode}' is not supported for codes.`,
  ),
  unsupportedPrompt: invalidRequest(90023, (prompt) => `The prompt '${prompt}' is not supported.`),
  challengeMethod: invalidRequest(
    50149,
    (method) => `The 'code_challenge_method' must be S256, not '${method}'.`,
  ),
  challengeSize: invalidRequest(501491, () => `The 'code_challenge' must have 43 characters.`),
  challengeNeeded: invalidRequest(9002325, () => `A code that a browser redeems needs a 'code_challenge'.`),
  notSignedIn: badRequest(
    50058,
    'login_required',
    () => `Nobody is signed in, and the prompt 'none' allows no question.`,
  ),

  // Redeeming a code or refresh token.
  redirectChanged: badRequest(
    500112,
    'invalid_client',
    (address) => `The code was issued for another redirect address than '${address}'.`,
  ),
  verifierMissing: invalidGrant(50148, () => `The 'code_verifier' of the code's challenge is missing.`),
  verifierMismatch: invalidGrant(501481, () => `The 'code_verifier' does not match the code's challenge.`),
  usedCode: invalidGrant(54005, () => 'The code has been redeemed before.'),
  expiredGrant: invalidGrant(70008, () => 'The code or refresh token has expired.'),
  unknownGrant: invalidGrant(
    70000,
    () => 'The code or refresh token was not issued to this client in this tenant.',
  ),
  redeemedFromBrowser: invalidRequest(
    9002326,
    (origin) =>
      `Only a single-page application's code is redeemed from a browser; this request came from '${origin}'.`,
  ),
  redeemedOutsideBrowser: invalidRequest(
    9002327,
    () => `A single-page application's code is redeemed from a browser only.`,
  ),

  // Faults.
  throttled: { code: 90055, error: 'temporarily_unavailable', status: 429, text: () => 'Too many requests.' },
  unavailable: {
    code: 90033,
    error: 'temporarily_unavailable',
    status: 503,
    text: () => 'A transient error. Try again.',
  },
} as const satisfies Record<string, FailureRow>;

export type FailureName = keyof typeof failureTable;
