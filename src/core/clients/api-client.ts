import { type Refusal, refuse, refuseInvalid } from '../refusal.ts';
import { type PartnerPlan, partnerPlans } from '../workspaces/partner-plan.ts';
import type { VerifiedToken } from './ports.ts';

export const scopes = ['entitlements:read', 'catalogue:read', 'usage:write'] as const;
export type Scope = (typeof scopes)[number];

/** The app role that a token must carry for what the scope allows an API client to do. */
export const roleForScope: Readonly<Record<Scope, string>> = {
  'entitlements:read': 'Entitlement.Read.All',
  'catalogue:read': 'Catalogue.Read.All',
  'usage:write': 'Usage.Write.All',
};

export const minRateLimit = 60;

export interface ApiClient {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The ids of the products it may ask about, or all of its workspace's. */
  readonly products: 'all' | ReadonlySet<string>;
  readonly rateLimitPerMinute: number;
  /** What all API clients of its workspace share. */
  readonly workspaceRateLimitPerMinute: number;
}

/** Who asks about products: an API client about its own, a member of the workspace about all. */
export type ProductReader = Pick<ApiClient, 'workspaceId' | 'products'>;

/** An API client and how it proved itself: with a token, or (null) with an API key. */
export interface Caller {
  readonly client: ApiClient;
  readonly token: VerifiedToken | null;
}

/**
 * First the token: one without the app role is forbidden, and so is a signed-in user's except where users may ask
 * about themselves. Then the client: it must hold the scope. An API key carries no roles, so its client's scopes
 * decide alone.
 */
export function authorise(
  { client, token }: Caller,
  scope: Scope,
  { takesUsers = false }: { readonly takesUsers?: boolean } = {},
): Refusal | undefined {
  const requiredRole = roleForScope[scope];
  const mayCall = token === null || (token.isDelegated ? takesUsers : token.roles.includes(requiredRole));
  if (!mayCall) return refuse('auth.forbidden', { requiredRole });
  if (!client.scopes.includes(scope)) {
    return refuse('api_client.scope_not_allowed', { requiredScope: scope });
  }
  return undefined;
}

export function mayAccessProduct({ products }: ProductReader, productId: string): boolean {
  return products === 'all' || products.has(productId);
}

/** A setting from before the workspace's plan was lowered counts up to the quota. */
export function effectiveRateLimit(setting: number | null, partnerPlan: PartnerPlan): number {
  const { quota, defaultRateLimit } = partnerPlans[partnerPlan];
  return Math.min(setting ?? defaultRateLimit, quota);
}

/** Room for several clients at their highest, and an end to getting another quota with each new client. */
const quotasPerWorkspace = 4;

export function workspaceRateLimit(partnerPlan: PartnerPlan): number {
  return partnerPlans[partnerPlan].quota * quotasPerWorkspace;
}

/** A client's own limit is a whole number from 60 up to its partner plan's quota. */
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
