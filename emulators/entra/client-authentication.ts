import { ASSERTION_TYPE } from './client-assertion.ts';
import type { Application } from './directory.ts';
import type { Failure } from './failure.ts';

export interface ClientAuthentication {
  readonly clientId: string | undefined;
  readonly secret: string | undefined;
  /** A signed assertion instead of a secret. */
  readonly assertion?: string | undefined;
}

/** The form's own fields come first, HTTP Basic second. */
export function readClientAuthentication(
  form: URLSearchParams,
  authorization: string | undefined,
): ClientAuthentication {
  const basic = readBasic(authorization);
  return {
    clientId: form.get('client_id') || basic?.clientId,
    secret: form.get('client_secret') || basic?.secret,
    assertion:
      form.get('client_assertion_type') === ASSERTION_TYPE
        ? form.get('client_assertion') || undefined
        : undefined,
  };
}

function readBasic(authorization: string | undefined): ClientAuthentication | undefined {
  const encoded = /^basic +([a-z0-9+/_-]+=*)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { clientId: formDecoded(clientId), secret: formDecoded(rest.join(':')) };
}

/** RFC 6749 has both halves form-encoded; unencoded halves are accepted too. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

export function checkSecret(
  application: Application,
  secret: string | undefined,
  now: Date,
): Failure | undefined {
  const subject = application.clientId;
  if (!secret) return { failure: 'missingSecret', subject };
  const matching = application.secrets.filter(({ value }) => value === secret);
  if (matching.length === 0) return { failure: 'wrongSecret', subject };
  const isLive = matching.some(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  return isLive ? undefined : { failure: 'expiredSecret', subject };
}
