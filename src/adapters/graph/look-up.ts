import type { UsageRight } from '../../core/entitlements/idp-licence.ts';
import type { AccessTokens } from '../outgoing/access-tokens.ts';
import { type HttpContext, type HttpResponse, sendRequest } from '../outgoing/http-call.ts';
import { createOneRetry } from '../outgoing/one-retry.ts';
import { type Failure, type TenantApplication, transient } from './provider-call.ts';

export interface FoundRights {
  readonly outcome: 'found';
  readonly rights: readonly UsageRight[];
}

export interface LookUpContext extends HttpContext {
  readonly graphUrl: string;
  readonly tokens: AccessTokens<TenantApplication, Failure>;
  readonly budgetMilliseconds: number;
}

const service = 'Microsoft Graph';
const pageLimit = 20;
const pageLimitBytes = 1024 * 1024;

/**
 * All rows of one user: requests a token, then all pages. One transient failure is retried. A token that Graph refuses
 * is renewed once.
 */
export async function lookUpRights(
  tenantApplication: TenantApplication,
  userObjectId: string,
  context: LookUpContext,
  signal: AbortSignal,
): Promise<FoundRights | Failure> {
  const { graphUrl, tokens, clock, budgetMilliseconds } = context;
  const retrying = createOneRetry(
    {
      clock,
      budgetMilliseconds,
      retryOf: (answer: { readonly outcome: string } | Failure) =>
        isTransient(answer)
          ? { retryAfterMilliseconds: answer.retryAfterSeconds && answer.retryAfterSeconds * 1_000 }
          : undefined,
    },
    signal,
  );

  const first = await retrying(() => tokens.take(tenantApplication));
  if (first.outcome !== 'granted') return first;
  let { accessToken } = first;
  let isRenewed = false;

  const fetchPage = (address: string) =>
    retrying(async (): Promise<RightsPageResponse> => {
      const headers = { authorization: `Bearer ${accessToken}` };
      const request = { service, address, method: 'GET', headers, limitBytes: pageLimitBytes } as const;
      const answer = await sendRequest(request, context, signal);
      return answer.outcome === 'answered' ? readRightsPage(answer, graphUrl) : transient(answer);
    });

  const rights: UsageRight[] = [];
  let address = `${graphUrl}/beta/users/${encodeURIComponent(userObjectId)}/usageRights`;
  let pages = 0;
  while (pages < pageLimit) {
    const page = await fetchPage(address);
    switch (page.outcome) {
      case 'page':
        rights.push(...page.rights);
        if (page.nextAddress === null) return { outcome: 'found', rights };
        address = page.nextAddress;
        pages += 1;
        break;
      case 'token-refused': {
        if (isRenewed) return { outcome: 'not-understood' };
        isRenewed = true;
        tokens.drop(tenantApplication, accessToken);
        const renewed = await retrying(() => tokens.take(tenantApplication));
        if (renewed.outcome !== 'granted') return renewed;
        ({ accessToken } = renewed);
        break;
      }
      case 'consent-missing':
        // The token lacks the role; one issued after the consent will have it.
        tokens.drop(tenantApplication, accessToken);
        return page;
      default:
        return page;
    }
  }
  return { outcome: 'not-understood' };
}

function isTransient(answer: {
  readonly outcome: string;
}): answer is Extract<Failure, { readonly outcome: 'transient' }> {
  return answer.outcome === 'transient';
}

type JsonObject = Readonly<Record<string, unknown>>;

interface RightsPage {
  readonly outcome: 'page';
  readonly rights: readonly UsageRight[];
  /** Null on the last page. */
  readonly nextAddress: string | null;
}

const unreadable = transient({ retryAfterSeconds: null });

type RightsPageResponse = RightsPage | { readonly outcome: 'token-refused' } | Failure;

/** Parses Graph's response. An unknown user has no licences. */
export function readRightsPage(
  { status, ...answer }: Pick<HttpResponse, 'status' | 'body'>,
  graphUrl: string,
): RightsPageResponse {
  const body = objectOf(answer.body);
  const code = errorCode(body);
  // Without a service principal in the tenant there is no consent, whatever the status.
  if (code === 'Authorization_IdentityNotFound') return { outcome: 'consent-missing' };
  if (status === 401) return { outcome: 'token-refused' };
  if (body === undefined) return unreadable;
  if (status === 200) return readRows(body, graphUrl);
  if (status === 403 && code !== undefined) return { outcome: 'consent-missing' };
  if (status === 404 && code === 'Request_ResourceNotFound') {
    return { outcome: 'page', rights: [], nextAddress: null };
  }
  return { outcome: 'not-understood' };
}

function readRows(body: JsonObject, graphUrl: string): RightsPageResponse {
  const { value, '@odata.nextLink': nextLink } = body;
  if (!Array.isArray(value)) return unreadable;
  const rights = value.flatMap(readRow);
  if (nextLink === undefined || nextLink === null) return { outcome: 'page', rights, nextAddress: null };
  const nextAddress = typeof nextLink === 'string' ? nextAddressOf(nextLink, graphUrl) : undefined;
  return nextAddress === undefined ? { outcome: 'not-understood' } : { outcome: 'page', rights, nextAddress };
}

/** The token must go to Graph only: a link to another host is followed on Graph's host. */
function nextAddressOf(link: string, graphUrl: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const { origin, pathname, search, username, password } = new URL(link);
  if (!/\/usageRights\/?$/i.test(pathname) || username !== '' || password !== '') return undefined;
  return `${origin === new URL(graphUrl).origin ? origin : graphUrl}${pathname}${search}`;
}

/** Skips rows without a service identifier or state. */
function readRow(row: unknown): UsageRight[] {
  const { serviceIdentifier, state } = objectOf(row) ?? {};
  return typeof serviceIdentifier === 'string' && typeof state === 'string'
    ? [{ serviceIdentifier, state }]
    : [];
}

function errorCode(body: JsonObject | undefined): string | undefined {
  const code = objectOf(body?.error)?.code;
  return typeof code === 'string' ? code : undefined;
}

function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
}
