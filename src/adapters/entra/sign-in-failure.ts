import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import type { FinishedSignIn, SignInRefusal } from '../../core/workspaces/sign-in.ts';

/** What the provider says when it is about the application, and not about the person. */
const applicationErrors = [
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
];
const troubleErrors = ['server_error', 'temporarily_unavailable'];

/** No answer, or none of the kind that the protocol knows. */
const troubleCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

/** What the library threw, as an outcome; a fault of our own is thrown again. */
export function explainSignInFailure(fault: unknown): FinishedSignIn {
  if (fault instanceof AuthorizationResponseError) {
    const detail = `the provider sent the browser back with ${fault.error}`;
    if (troubleErrors.includes(fault.error)) return { outcome: 'unavailable', detail };
    const declined = ['access_denied', 'consent_required'].includes(fault.error);
    return { outcome: 'refused', reason: declined ? 'cancelled' : reasonOf(fault.error), detail };
  }
  if (fault instanceof ResponseBodyError) {
    const detail = `the provider answered ${fault.status} ${fault.error}`;
    if (fault.status === 429 || fault.status >= 500 || troubleErrors.includes(fault.error)) {
      return { outcome: 'unavailable', detail };
    }
    return { outcome: 'refused', reason: reasonOf(fault.error), detail };
  }
  if (fault instanceof ClientError) {
    const detail = `${fault.message} (${fault.code ?? 'no code'})`;
    return troubleCodes.includes(fault.code ?? '')
      ? { outcome: 'unavailable', detail }
      : { outcome: 'refused', reason: 'invalid', detail };
  }
  // What `fetch` throws when there is nobody to answer, or the answer breaks off.
  if (fault instanceof TypeError && fault.cause instanceof Error) {
    return { outcome: 'unavailable', detail: `${fault.message}: ${fault.cause.message}` };
  }
  throw fault;
}

function reasonOf(error: string): SignInRefusal {
  return applicationErrors.includes(error) ? 'misconfigured' : 'invalid';
}
