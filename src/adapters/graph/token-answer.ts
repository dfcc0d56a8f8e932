import { type GrantedToken, readGrantedToken } from '../outgoing/granted-token.ts';
import type { Failure } from './failure.ts';
import type { ProviderAnswer } from './provider-call.ts';

type Refusal = Exclude<Failure['outcome'], 'not-understood'>;

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
  90024: 'transient',
  90033: 'transient',
  90055: 'transient',
};

const refusalByError: Readonly<Record<string, Refusal>> = {
  temporarily_unavailable: 'transient',
  server_error: 'transient',
  invalid_client: 'not-configured',
  invalid_request: 'not-configured',
  unauthorized_client: 'consent-missing',
  access_denied: 'consent-missing',
  consent_required: 'consent-missing',
  interaction_required: 'consent-missing',
  invalid_grant: 'consent-missing',
  invalid_resource: 'consent-missing',
};

export function readTokenAnswer({ status, body }: ProviderAnswer): GrantedToken | Failure {
  if (body === undefined) return { outcome: 'transient', retryAfter: null };
  if (status === 200) return readGrantedToken(body) ?? { outcome: 'transient', retryAfter: null };
  const numbers = Array.isArray(body.error_codes) ? body.error_codes : [];
  const refusal =
    numbers.map((number) => lookUp(refusalByNumber, number)).find((found) => found !== undefined) ??
    lookUp(refusalByError, body.error);
  if (refusal === undefined) return { outcome: 'not-understood' };
  return refusal === 'transient' ? { outcome: refusal, retryAfter: null } : { outcome: refusal };
}

function lookUp(table: Readonly<Record<string, Refusal>>, key: unknown): Refusal | undefined {
  return (typeof key === 'string' || typeof key === 'number') && Object.hasOwn(table, key)
    ? table[key]
    : undefined;
}
