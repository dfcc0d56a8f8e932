import type { Failure as CallFailure } from '../outgoing/failure.ts';
import type { GrantedToken } from '../outgoing/granted-token.ts';
import type { HttpContext } from '../outgoing/http-call.ts';
import { requestToken, type TokenRefusal } from '../outgoing/request-token.ts';
import { type Failure, type TenantApplication, transient } from './provider-call.ts';

/** The same for every address of Graph. */
const graphScope = 'https://graph.microsoft.com/.default';

type Refusal = 'not-configured' | 'consent-missing';

/** AADSTS numbers that are more specific than `error`. */
const refusalByNumber: Readonly<Record<number, Refusal>> = {
  // A secret that is wrong, expired or missing.
  7000215: 'not-configured',
  7000222: 'not-configured',
  7000218: 'not-configured',
  // The application is not in the tenant; a user's or an administrator's consent is missing.
  700016: 'consent-missing',
  65001: 'consent-missing',
  90094: 'consent-missing',
  // The tenant does not exist, so it cannot have consented.
  90002: 'consent-missing',
  900023: 'consent-missing',
};

const refusalByError: Readonly<Record<string, Refusal>> = {
  invalid_client: 'not-configured',
  invalid_request: 'not-configured',
  unauthorized_client: 'consent-missing',
  access_denied: 'consent-missing',
  consent_required: 'consent-missing',
  interaction_required: 'consent-missing',
  invalid_grant: 'consent-missing',
  invalid_resource: 'consent-missing',
};

export async function requestGraphToken(
  authUrl: string,
  { tenantId, application }: TenantApplication,
  context: HttpContext,
  signal: AbortSignal,
): Promise<GrantedToken | Failure> {
  const { clientId, clientSecret } = application;
  const client = { authUrl, tenantId, clientId, credential: { kind: 'secret', clientSecret } } as const;
  return judgeResponse(await requestToken(client, graphScope, context, signal));
}

export function judgeResponse(answer: GrantedToken | TokenRefusal | CallFailure): GrantedToken | Failure {
  if (answer.outcome === 'granted') return answer;
  if (answer.outcome === 'failure') return transient(answer);
  const refusal =
    answer.numbers.map((number) => lookUp(refusalByNumber, number)).find((found) => found !== undefined) ??
    lookUp(refusalByError, answer.error);
  return { outcome: refusal ?? 'not-understood' };
}

function lookUp(table: Readonly<Record<string, Refusal>>, key: unknown): Refusal | undefined {
  return (typeof key === 'string' || typeof key === 'number') && Object.hasOwn(table, key)
    ? table[key]
    : undefined;
}
