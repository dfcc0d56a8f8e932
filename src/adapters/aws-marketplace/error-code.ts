import { isUuid } from '../../core/identifiers.ts';
import { type Failure, failure, plainText } from '../outgoing/failure.ts';
import { type HttpResponse, requestName } from '../outgoing/http-call.ts';

/** AWS refused the content of a call. */
export interface CallRefusal {
  readonly outcome: 'refused';
  readonly status: number;
  readonly code: string;
  readonly reason: string;
}

/** A call that was carried out. */
export interface CallResult {
  readonly outcome: 'done';
  readonly body: Readonly<Record<string, unknown>>;
}

const service = 'AWS';
const throttling =
  /^(Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|ServiceUnavailable|InternalServiceError|InternalFailure)/;
/** Wrong keys, missing rights, or a service that the account or region does not have. */
const configuration =
  /^(AccessDenied|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|InvalidClientTokenId|IncompleteSignature|MissingAuthenticationToken|NotAuthorized|OptInRequired|DisabledApi|RegionDisabled|ExpiredToken|InvalidAccessKeyId)/;

/** Temporary credentials that have ended. ResolveCustomer uses the same name for an old registration token. */
export const expiredToken = /^ExpiredToken(Exception)?$/;

/**
 * Reads a response. Throttling is 400 like any refusal, so the error's code decides: throttling is transient, a wrong
 * credential or a missing right is an error of the settings, and everything else refuses the content.
 */
export function readCallResponse(answer: HttpResponse | Failure): CallResult | CallRefusal | Failure {
  if (answer.outcome === 'failure') return answer;
  const { status, body, header } = answer;
  const requestId = header('x-amzn-requestid');
  const name = `${service} answered ${status}${requestName(requestId !== null && isUuid(requestId) ? requestId : null)}`;
  const members = membersOf(body);
  if (status === 200 && members) return { outcome: 'done', body: members };
  const code = errorCode(answer);
  if (status === 200 || code === null) {
    return failure(`${name}: answer unreadable.`, {
      isConfiguration: status === 404,
      ...(status === 404 && { isMissing: true }),
    });
  }
  const reason = plainText(`${name}: ${code}. ${textOf(members?.message ?? members?.Message)}`);
  if (throttling.test(code)) return failure(reason);
  if (configuration.test(code) && !expiredToken.test(code)) return failure(reason, { isConfiguration: true });
  return { outcome: 'refused', status, code, reason };
}

/** A refusal that the caller cannot act upon, as a failure. */
export function failureOf({ code, reason }: CallRefusal): Failure {
  return failure(reason, { isConfiguration: configuration.test(code) });
}

/** The header, then `code`, then `__type`, without the namespace before `#` and the address after `:`. */
function errorCode({ header, body }: Pick<HttpResponse, 'header' | 'body'>): string | null {
  const members = membersOf(body);
  for (const written of [header('x-amzn-errortype'), members?.code, members?.__type]) {
    const [whole = ''] = textOf(written).split(':');
    const name = whole.slice(whole.lastIndexOf('#') + 1).trim();
    if (/^[A-Za-z][A-Za-z0-9.]{0,99}$/.test(name)) return name;
  }
  return null;
}

export function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
