import type { Credential } from '../credential.ts';
import { TesseraRefused, TesseraUnavailable } from '../errors.ts';
import { withTimeLimit } from '../timers.ts';
import type { Authoriser, AuthoriserParts } from './authoriser.ts';

export type Application = Exclude<Credential, { readonly apiKey: string }>;

interface Token {
  readonly value: string;
  renewAt: number;
  readonly endsAt: number;
}

const renewBefore = 5 * 60_000;
const renewalPause = 10_000;

/** A token is cached, renewed 5 minutes before it ends, and requested once however many wait for it. */
export class TokenAuthoriser implements Authoriser {
  readonly #credential: Application;
  readonly #parts: AuthoriserParts;
  #token: Token | undefined;
  #request: Promise<Token> | undefined;

  constructor(credential: Application, parts: AuthoriserParts) {
    this.#credential = credential;
    this.#parts = parts;
  }

  async header(): Promise<readonly [string, string]> {
    const token = this.#token;
    const now = this.#parts.now();
    if (!token || now >= token.endsAt) return bearer(await this.#renew());
    if (now >= token.renewAt) {
      // It is still valid, so a failure does not matter yet.
      token.renewAt = now + renewalPause;
      this.#renew().catch(() => undefined);
    }
    return bearer(token);
  }

  reject(value: string): boolean {
    if (this.#token && bearer(this.#token)[1] === value) this.#token = undefined;
    return true;
  }

  #renew(): Promise<Token> {
    this.#request ??= requestToken(this.#credential, this.#parts)
      .then((token) => {
        this.#token = token;
        return token;
      })
      .finally(() => {
        this.#request = undefined;
      });
    return this.#request;
  }
}

const bearer = ({ value }: Token) => ['authorization', `Bearer ${value}`] as const;

async function requestToken(credential: Application, parts: AuthoriserParts): Promise<Token> {
  const authority = credential.authority ?? 'https://login.microsoftonline.com';
  const endpoint = `${authority.replace(/\/+$/, '')}/${encodeURIComponent(credential.tenantId)}/oauth2/v2.0/token`;
  const requestedAt = parts.now();
  const proof =
    'clientSecret' in credential
      ? { client_secret: credential.clientSecret }
      : await (await import('./client-assertion.ts')).assertion(credential, endpoint, requestedAt);
  const { status, text } = await withTimeLimit(parts.timeout, undefined, async (signal) => {
    const response = await parts.fetch(endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: credential.clientId,
        scope: credential.scope,
        ...proof,
      }),
      redirect: 'manual',
      signal,
    });
    return { status: response.status, text: await response.text() };
  });
  const body = parseObject(text);
  const { access_token: value, expires_in: seconds, error, error_description: description } = body;
  if (typeof value === 'string' && Number(seconds) > 0) {
    const lifetime = Number(seconds) * 1_000;
    const renewAt = requestedAt + lifetime - Math.min(renewBefore, lifetime / 2);
    return { value, renewAt, endsAt: requestedAt + lifetime };
  }
  // Entra reports its own overload as an error too, with a status of 5xx or 429.
  if (typeof error !== 'string' || status >= 500 || status === 429) {
    throw new TesseraUnavailable(`The identity provider gave no token (status ${status})`);
  }
  const [detail = ''] = String(description ?? '').split('\r\n');
  // 401, whatever the status was: it is the credential that is refused, not what was asked for with it.
  throw new TesseraRefused({
    status: 401,
    code: error,
    title: 'The identity provider refused a token',
    detail,
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
