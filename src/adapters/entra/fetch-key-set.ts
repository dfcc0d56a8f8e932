import { withDeadline } from '../../async/deadline.ts';
import type { TokenVersion } from '../../core/clients/token.ts';
import { jsonExcess } from '../../core/values/json-scan.ts';
import type { Exchange } from '../outgoing/exchange.ts';
import { readSigningKeys, type SigningKey } from './signing-key.ts';

export interface Provider {
  readonly authUrl: string;
  readonly exchange: Exchange;
  /** For the discovery document and the keys together. */
  readonly budgetMilliseconds: number;
  readonly stopped: AbortSignal;
}

export type FetchedKeySet =
  | {
      readonly outcome: 'fetched';
      readonly issuer: string;
      readonly keys: ReadonlyMap<string, SigningKey>;
    }
  | { readonly outcome: 'unknown-tenant' }
  /** Down, slow, or an unusable response. */
  | { readonly outcome: 'unreachable' };

const responseLimitBytes = 512 * 1024;
/** Far more than a published key set has; parsing more would block the event loop. */
const bounds = { maxValues: 20_000, maxLevels: 100 };
const unknownTenantErrors: readonly unknown[] = ['invalid_tenant', 'invalid_request'];

/** The issuer and keys of a tenant, from the discovery document of the token's version. */
export async function fetchKeySet(
  provider: Provider,
  tenantId: string,
  version: TokenVersion,
): Promise<FetchedKeySet> {
  try {
    const { budgetMilliseconds, stopped } = provider;
    return await withDeadline<FetchedKeySet, FetchedKeySet>(
      { milliseconds: budgetMilliseconds, stopped },
      (signal) => readKeySet(provider, tenantId, version, signal),
      () => ({ outcome: 'unreachable' }),
    );
  } catch {
    return { outcome: 'unreachable' };
  }
}

async function readKeySet(
  { authUrl, exchange }: Provider,
  tenantId: string,
  version: TokenVersion,
  signal: AbortSignal,
): Promise<FetchedKeySet> {
  const newerIssuer = `${authUrl}/${tenantId}/v2.0`;
  const base = version === '1.0' ? `${authUrl}/${tenantId}` : newerIssuer;
  const document = await getJson(exchange, `${base}/.well-known/openid-configuration`, signal);
  if (document.status === 400 && unknownTenantErrors.includes(document.body.error)) {
    return { outcome: 'unknown-tenant' };
  }
  const { issuer, jwks_uri: keysAddress } = document.body;
  if (document.status !== 200 || typeof issuer !== 'string') return { outcome: 'unreachable' };
  // Prevents SSRF: the keys must be on the origin of the identity provider.
  if (typeof keysAddress !== 'string' || !isOnOrigin(keysAddress, authUrl)) return { outcome: 'unreachable' };

  const keySet = await getJson(exchange, keysAddress, signal);
  if (keySet.status !== 200) return { outcome: 'unreachable' };
  // Keys that also sign version 1 tokens may name the version 2 issuer.
  const keys = readSigningKeys(keySet.body, tenantId, [issuer, newerIssuer]);
  return keys.size > 0 ? { outcome: 'fetched', issuer, keys } : { outcome: 'unreachable' };
}

interface JsonResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function getJson(exchange: Exchange, address: string, signal: AbortSignal): Promise<JsonResponse> {
  const headers = { accept: 'application/json' };
  const request = { address, method: 'GET', headers, limitBytes: responseLimitBytes } as const;
  const { status, text } = await exchange(request, signal);
  if (jsonExcess(text, bounds)) throw new Error('the response has too many values');
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) throw new Error('the response is not a JSON object');
  return { status, body: body as JsonResponse['body'] };
}

function isOnOrigin(address: string, base: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(base).origin;
}
