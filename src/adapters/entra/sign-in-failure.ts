import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import type { FinishedSignIn, SignInRefusal } from '../../core/workspaces/sign-in.ts';

/** Errors about the application, not the user. */
const applicationErrors = [
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
];
const transientErrors = ['server_error', 'temporarily_unavailable'];

/** No response, or one that does not conform to the protocol. */
const transientCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

/** The outcome of an error of the library; rethrows any other error. */
export function explainSignInFailure(fault: unknown): FinishedSignIn {
  if (fault instanceof AuthorizationResponseError) {
    const detail = `the provider sent the browser back with ${fault.error}`;
    if (transientErrors.includes(fault.error)) return { outcome: 'unavailable', detail };
    const declined = ['access_denied', 'consent_required'].includes(fault.error);
    return { outcome: 'refused', reason: declined ? 'cancelled' : reasonOf(fault.error), detail };
  }
  if (fault instanceof ResponseBodyError) {
    const detail = `the provider answered ${fault.status} ${fault.error}`;
    if (fault.status === 429 || fault.status >= 500 || transientErrors.includes(fault.error)) {
      return { outcome: 'unavailable', detail };
    }
    return { outcome: 'refused', reason: reasonOf(fault.error), detail };
  }
  if (fault instanceof ClientError) {
    const detail = `${fault.message} (${fault.code ?? 'no code'})`;
    return transientCodes.includes(fault.code ?? '')
      ? { outcome: 'unavailable', detail }
      : { outcome: 'refused', reason: 'invalid', detail };
  }
  // `fetch` throws this for a failed connection or an incomplete response.
  if (fault instanceof TypeError && fault.cause instanceof Error) {
    return { outcome: 'unavailable', detail: `${fault.message}: ${fault.cause.message}` };
  }
  throw fault;
}

function reasonOf(error: string): SignInRefusal {
  return applicationErrors.includes(error) ? 'misconfigured' : 'invalid';
}
