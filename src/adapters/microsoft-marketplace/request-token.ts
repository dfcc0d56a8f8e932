import { marketplaceApplicationId } from '../../core/marketplace/notification-verifier.ts';
import { proveByCertificate } from '../outgoing/client-assertion.ts';
import { type ClientProof, tokenAddress, tokenForm } from '../outgoing/client-credentials.ts';
import { type GrantedToken, readGrantedToken } from '../outgoing/granted-token.ts';
import type { Account } from './account.ts';
import { type Failure, failure } from './failure.ts';
import { type HttpAnswer, type HttpContext, sendRequest } from './http-call.ts';

const marketplaceScope = `${marketplaceApplicationId}/.default`;
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

export interface TokenContext extends HttpContext {
  readonly newRequestId: () => string;
}

export async function requestToken(
  account: Account,
  context: TokenContext,
  signal: AbortSignal,
): Promise<GrantedToken | Failure> {
  const address = tokenAddress(account.authUrl, account.tenantId);
  const proof = await proofOf(account, address, context);
  if (proof === undefined) return failure(unusableCertificate, { isConfiguration: true });
  const body = tokenForm(account.clientId, proof, marketplaceScope).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = { service, address, method: 'POST', headers, body, limitBytes } as const;
  const answer = await sendRequest(request, context, signal);
  return answer.outcome === 'answered' ? readTokenAnswer(answer) : answer;
}

async function proofOf(
  { clientId, credential }: Account,
  audience: string,
  { clock, newRequestId }: TokenContext,
): Promise<ClientProof | undefined> {
  return credential.kind === 'secret'
    ? { client_secret: credential.clientSecret }
    : proveByCertificate(credential, { clientId, audience, now: clock.now(), id: newRequestId() });
}

/** A documented error is an error of the connection's settings, unless it is transient. */
export function readTokenAnswer({
  status,
  body,
}: Pick<HttpAnswer, 'status' | 'body'>): GrantedToken | Failure {
  if (typeof body !== 'object' || body === null) {
    return failure(`${service} answered ${status}: answer unreadable.`);
  }
  const members = body as Readonly<Record<string, unknown>>;
  const { error } = members;
  if (status === 200) return readGrantedToken(members) ?? failure(`${service} answered without a token.`);
  const numbers: readonly unknown[] = Array.isArray(members.error_codes) ? members.error_codes : [];
  const isTransient =
    transientErrors.includes(error) || numbers.some((number) => transientNumbers.includes(number));
  const codes = [error].filter((code) => knownErrors.includes(code));
  const names = numbers
    .filter(isErrorNumber)
    .slice(0, 5)
    .map((number) => `AADSTS${number}`);
  const shown = [...codes, ...names].join(' ');
  const isConfiguration = typeof error === 'string' && !isTransient;
  return failure(`${service} answered ${status}${shown && `: ${shown}`}.`, { isConfiguration });
}

function isErrorNumber(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 1e9;
}
