import type { UsageRight } from '../../core/entitlements/idp-licence.ts';
import type { HttpAnswer } from '../outgoing/http-call.ts';
import { type Failure, transient } from './failure.ts';

type JsonObject = Readonly<Record<string, unknown>>;

interface RightsPage {
  readonly outcome: 'page';
  readonly rights: readonly UsageRight[];
  /** Null on the last page. */
  readonly nextAddress: string | null;
}

const unreadable = transient({ retryAfterSeconds: null });

export type RightsPageAnswer = RightsPage | { readonly outcome: 'token-refused' } | Failure;

/** Parses Graph's response. An unknown user has no licences. */
export function readRightsPage(
  { status, ...answer }: Pick<HttpAnswer, 'status' | 'body'>,
  graphUrl: string,
): RightsPageAnswer {
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

function readRows(body: JsonObject, graphUrl: string): RightsPageAnswer {
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
