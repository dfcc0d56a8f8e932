import type { AccessTokens } from '../outgoing/access-tokens.ts';
import { type Failure, plainText } from '../outgoing/failure.ts';
import { type HttpContext, type HttpRequest, type HttpResponse, sendRequest } from '../outgoing/http-call.ts';
import type { PublisherAccount } from './account.ts';

export interface MarketplaceRequest extends Pick<HttpRequest, 'method' | 'limitBytes'> {
  /** The path below `/api/`, without the API version; or a whole URL of the marketplace. */
  readonly path: string | URL;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

export interface MarketplaceContext extends HttpContext {
  readonly tokens: AccessTokens<PublisherAccount, Failure>;
  /** The request id in the logs of both sides. */
  readonly newRequestId: () => string;
}

const apiVersion = '2018-08-31';
const service = 'The marketplace';

/** Requests a token, then calls. A refused token is renewed once, which is safe because nothing was written. */
export async function callMarketplace(
  account: PublisherAccount,
  request: MarketplaceRequest,
  context: MarketplaceContext,
  signal: AbortSignal,
): Promise<HttpResponse | Failure> {
  const first = await context.tokens.take(account);
  if (first.outcome !== 'granted') return first;
  const answer = await callWith(first.accessToken, account, request, context, signal);
  if (!isRefusal(answer)) return answer;

  context.tokens.drop(account, first.accessToken);
  const second = await context.tokens.take(account);
  if (second.outcome !== 'granted') return second;
  return callWith(second.accessToken, account, request, context, signal);
}

export function marketplaceAddress(
  { apiUrl }: PublisherAccount,
  { path, query }: Pick<MarketplaceRequest, 'path' | 'query'>,
): string {
  if (path instanceof URL) return path.href;
  return `${apiUrl}/${path}?${new URLSearchParams({ 'api-version': apiVersion, ...query })}`;
}

function callWith(
  accessToken: string,
  account: PublisherAccount,
  request: MarketplaceRequest,
  context: MarketplaceContext,
  signal: AbortSignal,
): Promise<HttpResponse | Failure> {
  const { method, body, limitBytes } = request;
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'x-ms-requestid': context.newRequestId(),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...request.headers,
  };
  const address = marketplaceAddress(account, request);
  const rest = body === undefined ? {} : { body };
  return sendRequest({ service, address, method, headers, limitBytes, ...rest }, context, signal);
}

function isRefusal(answer: HttpResponse | Failure): boolean {
  return answer.outcome === 'answered' && (answer.status === 401 || answer.status === 403);
}

/** An error of the marketplace on one line: its words, then its code in brackets. */
export function describeError(error: unknown): string {
  const { code } = membersOf(error);
  const words = wordsOfError(error);
  if (typeof code !== 'string') return words;
  return plainText(words === '' ? code : `${words} (${code})`);
}

/** The words alone, where the code is shown beside them. */
export function wordsOfError(error: unknown): string {
  const { message, details } = membersOf(error);
  const inner = (Array.isArray(details) ? details : [details]).slice(0, 5).map(describeDetail);
  return plainText(
    [typeof message === 'string' ? message : '', ...inner].filter((part) => part !== '').join(' — '),
  );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function describeDetail(detail: unknown): string {
  const { target, message } = membersOf(detail);
  return [target, message].filter((part) => typeof part === 'string').join(': ');
}
