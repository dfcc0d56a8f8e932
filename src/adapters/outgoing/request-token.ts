import { type ClientCertificate, proveByCertificate } from './client-assertion.ts';
import { type ClientProof, tokenAddress, tokenForm } from './client-credentials.ts';
import { type Failure, failure } from './failure.ts';
import { type GrantedToken, readGrantedToken } from './granted-token.ts';
import { type HttpContext, type HttpResponse, sendRequest } from './http-call.ts';

export interface TokenClient {
  readonly authUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credential:
    | { readonly kind: 'secret'; readonly clientSecret: string }
    | ({ readonly kind: 'certificate' } & ClientCertificate);
}

/** An error of the protocol that a retry does not mend. */
export interface TokenRefusal {
  readonly outcome: 'refused';
  readonly error: unknown;
  /** AADSTS numbers, which are more specific than `error`. */
  readonly numbers: readonly unknown[];
  /** The same in words. */
  readonly failure: Failure;
}

const service = 'The token endpoint';
const limitBytes = 256 * 1024;
const transientErrors: readonly unknown[] = ['temporarily_unavailable', 'server_error'];
/** The protocol's error codes. Other text is not trusted and not shown. */
const knownErrors: readonly unknown[] = [
  ...transientErrors,
  'access_denied',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_resource',
  'invalid_scope',
  'invalid_tenant',
  'unauthorized_client',
  'unsupported_grant_type',
];
/** AADSTS numbers of transient errors, whatever their `error`. */
const transientNumbers: readonly unknown[] = [90024, 90033, 90055];

/** Does not quote the PEM, which contains the private key. */
const unusableCertificate =
  'The connection’s private key and certificate are not a matching RSA pair in PEM.';

/** One request for a token of the application itself (client credentials). */
export async function requestToken(
  client: TokenClient,
  scope: string,
  context: HttpContext,
  signal: AbortSignal,
): Promise<GrantedToken | TokenRefusal | Failure> {
  const address = tokenAddress(client.authUrl, client.tenantId);
  const proof = await proofOf(client, address, context);
  if (proof === undefined) return failure(unusableCertificate, { isConfiguration: true });
  const body = tokenForm(client.clientId, proof, scope).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = { service, address, method: 'POST', headers, body, limitBytes } as const;
  const answer = await sendRequest(request, context, signal);
  return answer.outcome === 'answered' ? readTokenResponse(answer) : answer;
}

async function proofOf(
  { clientId, credential }: TokenClient,
  audience: string,
  { clock }: HttpContext,
): Promise<ClientProof | undefined> {
  return credential.kind === 'secret'
    ? { client_secret: credential.clientSecret }
    : proveByCertificate(credential, { clientId, audience, now: clock.now() });
}

/** A documented error is an error of the client's settings, unless it is transient. */
export function readTokenResponse({
  status,
  body,
}: Pick<HttpResponse, 'status' | 'body'>): GrantedToken | TokenRefusal | Failure {
  if (typeof body !== 'object' || body === null) {
    return failure(`${service} answered ${status}: answer unreadable.`);
  }
  const members = body as Readonly<Record<string, unknown>>;
  const { error } = members;
  if (status === 200) return readGrantedToken(members) ?? failure(`${service} answered without a token.`);
  const numbers: readonly unknown[] = Array.isArray(members.error_codes) ? members.error_codes : [];
  const codes = [error].filter((code) => knownErrors.includes(code));
  const names = numbers
    .filter(isErrorNumber)
    .slice(0, 5)
    .map((number) => `AADSTS${number}`);
  const shown = [...codes, ...names].join(' ');
  const reason = `${service} answered ${status}${shown && `: ${shown}`}.`;
  if (transientErrors.includes(error) || numbers.some((number) => transientNumbers.includes(number))) {
    return failure(reason);
  }
  const isConfiguration = typeof error === 'string';
  return { outcome: 'refused', error, numbers, failure: failure(reason, { isConfiguration }) };
}

function isErrorNumber(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 1e9;
}
