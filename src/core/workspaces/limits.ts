import { type Refusal, refuse } from '../refusal.ts';

/** The limits of a workspace by partner plan. `docs/reference/administration.md` lists them. */
export const workspaceLimits = {
  Starter: {
    'webhook endpoints': 5,
    'webhook endpoints per host': 20,
    'API clients': 5,
    'API keys per client': 10,
    'application credentials per client': 10,
    'marketplace connections': 2,
    'members and invitations': 10,
    'service accounts': 5,
    'keys per service account': 5,
  },
  Growth: {
    'webhook endpoints': 20,
    'webhook endpoints per host': 20,
    'API clients': 20,
    'API keys per client': 10,
    'application credentials per client': 10,
    'marketplace connections': 5,
    'members and invitations': 50,
    'service accounts': 20,
    'keys per service account': 5,
  },
  Scale: {
    'webhook endpoints': 50,
    'webhook endpoints per host': 20,
    'API clients': 100,
    'API keys per client': 10,
    'application credentials per client': 10,
    'marketplace connections': 20,
    'members and invitations': 250,
    'service accounts': 50,
    'keys per service account': 5,
  },
} as const satisfies Record<PartnerPlan, Record<string, number>>;

export type LimitedKind = keyof (typeof workspaceLimits)[PartnerPlan];

/** How to free capacity. API clients cannot be removed. */
const remedies: Readonly<Record<LimitedKind, string>> = {
  'webhook endpoints': 'Remove one that is no longer needed, or ask for a larger plan.',
  'webhook endpoints per host': 'Remove an endpoint of the host, or widen the filter of an existing one.',
  'API clients': 'Rename and reuse one that is no longer needed, or ask for a larger plan.',
  'API keys per client':
    'Revoke one that is no longer needed; a rotation without overlap needs no free slot.',
  'application credentials per client': 'Remove one that is no longer needed.',
  'marketplace connections': 'Remove one that is no longer needed, or ask for a larger plan.',
  'members and invitations':
    'Remove a member or an invitation that is no longer needed, or ask for a larger plan.',
  'service accounts': 'Remove one that is no longer needed, or ask for a larger plan.',
  'keys per service account':
    'Revoke one that is no longer needed; a rotation without overlap needs no free slot.',
};

/**
 * Whether one more can be added. Existing ones over the limit, from a larger plan, keep working; only adding is
 * refused.
 */
export function checkWorkspaceLimit(
  plan: PartnerPlan,
  kind: LimitedKind,
  present: number,
): Refusal | undefined {
  const limit = workspaceLimits[plan][kind];
  if (present < limit) return undefined;
  const detail = `The ${plan} plan allows ${limit} ${kind}. ${remedies[kind]}`;
  return refuse('workspace.limit_reached', { kind, limit, plan }, detail);
}

/**
 * Whether an endpoint can be added. All ports of a host count together, and so does its name with a final dot: they are
 * the same machine.
 */
export function checkEndpointLimits(
  plan: PartnerPlan,
  present: readonly string[],
  url: string,
): Refusal | undefined {
  return checkWorkspaceLimit(plan, 'webhook endpoints', present.length) ?? checkHostLimit(plan, present, url);
}

/** Whether an endpoint can change its URL; within its host it always can. */
export function checkEndpointMove(
  plan: PartnerPlan,
  present: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Refusal | undefined {
  return hostOf(from) === hostOf(to) ? undefined : checkHostLimit(plan, present, to);
}

function checkHostLimit(plan: PartnerPlan, present: readonly string[], url: string): Refusal | undefined {
  const host = hostOf(url);
  const ofHost = present.filter((other) => hostOf(other) === host).length;
  return checkWorkspaceLimit(plan, 'webhook endpoints per host', ofHost);
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '');
}

/** The partner plans, with the maximum and the default rate limit of an API client. */
export const partnerPlans = {
  Starter: { quota: 600, defaultRateLimit: 300 },
  Growth: { quota: 3_000, defaultRateLimit: 600 },
  Scale: { quota: 6_000, defaultRateLimit: 1_200 },
} as const;
export type PartnerPlan = keyof typeof partnerPlans;
