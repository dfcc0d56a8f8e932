import type { AccessTokens } from '../outgoing/access-tokens.ts';
import type { Account } from './account.ts';
import { callOut, type HttpAnswer, type HttpContext, requestName } from './http-call.ts';
import { plainText, type Trouble, trouble } from './trouble.ts';

export interface MarketplaceRequest {
  /** What follows `/api/`, the API's version left out. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON; makes it a POST. */
  readonly body?: string;
  readonly limitBytes: number;
}

export interface MarketplaceContext extends HttpContext {
  readonly tokens: AccessTokens<Account, Trouble>;
}

/** An answer in the marketplace's own words to a call that it has carried out. */
export interface CarriedOut {
  readonly outcome: 'carried-out';
  readonly body: unknown;
}

const apiVersion = '2018-08-31';
const whom = 'The marketplace';

/** A token, then the call. A token that is refused is renewed once; nothing was written then, so that is safe. */
export async function callMarketplace(
  account: Account,
  request: MarketplaceRequest,
  context: MarketplaceContext,
  signal: AbortSignal,
): Promise<CarriedOut | Trouble> {
  const first = await context.tokens.take(account);
  if (first.outcome !== 'granted') return first;
  const answer = await callWith(first.accessToken, account, request, context, signal);
  if (!isRefusal(answer)) return readAnswer(answer);

  context.tokens.drop(account, first.accessToken);
  const second = await context.tokens.take(account);
  if (second.outcome !== 'granted') return second;
  return readAnswer(await callWith(second.accessToken, account, request, context, signal));
}

function callWith(
  accessToken: string,
  { apiUrl }: Account,
  { path, query, body, limitBytes }: MarketplaceRequest,
  context: MarketplaceContext,
  signal: AbortSignal,
): Promise<HttpAnswer | Trouble> {
  const address = `${apiUrl}/${path}?${new URLSearchParams({ 'api-version': apiVersion, ...query })}`;
  const headers = {
    authorization: `Bearer ${accessToken}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const rest = body === undefined ? {} : { body };
  return callOut({ whom, address, headers, limitBytes, ...rest }, context, signal);
}

function isRefusal(answer: HttpAnswer | Trouble): boolean {
  return answer.outcome === 'answered' && (answer.status === 401 || answer.status === 403);
}

function readAnswer(answer: HttpAnswer | Trouble): CarriedOut | Trouble {
  if (answer.outcome !== 'answered') return answer;
  const { status, body, text, requestId } = answer;
  const name = requestName(requestId);
  if (body === undefined && text.trim() !== '') {
    return trouble(`${whom} answered ${status}${name} with something that is no JSON: ${text.slice(0, 100)}`);
  }
  if (status === 200) return { outcome: 'carried-out', body };
  // A wrong secret, application, tenant or address; a 400 is about what was sent instead.
  const isConfiguration = status === 401 || status === 403 || status === 404;
  return trouble(`${whom} answered ${status}${name}. ${describeError(body)}`, { isConfiguration });
}

/** An error of the marketplace's in one line, as far as it is one. */
export function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { code, message, details } = error as Readonly<Record<string, unknown>>;
  const parts = [code, message].filter((part) => typeof part === 'string');
  const inner = Array.isArray(details) ? details.slice(0, 5).map(describeDetail) : [];
  return plainText([parts.join(': '), ...inner].filter((part) => part !== '').join(' — '));
}

function describeDetail(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return '';
  const { target, message } = detail as Readonly<Record<string, unknown>>;
  return [target, message].filter((part) => typeof part === 'string').join(': ');
}
