import { type Refusal, refuse, refuseInvalid } from '../refusal.ts';
import { type PartnerPlan, partnerPlans } from '../workspaces/limits.ts';
import type { VerifiedToken } from './ports.ts';

export const scopes = ['entitlements:read', 'catalogue:read', 'usage:write'] as const;
export type Scope = (typeof scopes)[number];

/** The app role that a token must carry, by the scope that the API client needs. */
export const roleForScope: Readonly<Record<Scope, string>> = {
  'entitlements:read': 'Entitlement.Read.All',
  'catalogue:read': 'Catalogue.Read.All',
  'usage:write': 'Usage.Write.All',
};

const minRateLimit = 60;

export interface ApiClient {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The ids of the products it has access to. */
  readonly products: 'all' | ReadonlySet<string>;
  readonly rateLimitPerMinute: number;
  /** Shared by all API clients of the workspace. */
  readonly workspaceRateLimitPerMinute: number;
}

/** An API client reads its own products, a member of the workspace all of them. */
export type ProductReader = Pick<ApiClient, 'workspaceId' | 'products'>;

/** An API client and its token; the token is null if it authenticated with an API key. */
export interface Caller {
  readonly client: ApiClient;
  readonly token: VerifiedToken | null;
}

/**
 * Checks the token first: it needs the app role. A delegated token is accepted only where users may read their own
 * data. Then the client needs the scope. An API key carries no roles, so only the scopes count.
 */
export function authorise(
  { client, token }: Caller,
  scope: Scope,
  { acceptsUsers = false }: { readonly acceptsUsers?: boolean } = {},
): Refusal | undefined {
  const requiredRole = roleForScope[scope];
  const mayCall = token === null || (token.isDelegated ? acceptsUsers : token.roles.includes(requiredRole));
  if (!mayCall) return refuse('auth.forbidden', { requiredRole });
  if (!client.scopes.includes(scope)) {
    return refuse('api_client.scope_not_allowed', { requiredScope: scope });
  }
  return undefined;
}

export function mayAccessProduct({ products }: ProductReader, productId: string): boolean {
  return products === 'all' || products.has(productId);
}

/** The quota caps a setting made before the workspace's plan was lowered. */
export function effectiveRateLimit(setting: number | null, partnerPlan: PartnerPlan): number {
  const { quota, defaultRateLimit } = partnerPlans[partnerPlan];
  return Math.min(setting ?? defaultRateLimit, quota);
}

/** Allows several clients at the full quota, but not another quota with each new client. */
const quotasPerWorkspace = 4;

export function workspaceRateLimit(partnerPlan: PartnerPlan): number {
  return partnerPlans[partnerPlan].quota * quotasPerWorkspace;
}

/** A client's limit is a whole number from 60 to the quota of the partner plan. */
export function checkRateLimitSetting(setting: number | null, partnerPlan: PartnerPlan): Refusal | undefined {
  const { quota } = partnerPlans[partnerPlan];
  if (setting === null) return undefined;
  if (Number.isInteger(setting) && setting >= minRateLimit && setting <= quota) return undefined;
  return refuseInvalid([
    {
      path: 'rateLimitPerMinute',
      rule: 'quota',
      message: `must be a whole number from ${minRateLimit} to ${quota}, the quota of the ${partnerPlan} plan`,
    },
  ]);
}
