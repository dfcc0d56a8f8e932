import { Type } from 'typebox';
import { effectiveRateLimit, scopes } from '../../../core/clients/api-client.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import { partnerPlans } from '../../../core/workspaces/partner-plan.ts';
import { type ApiClientView, findApiClientView } from '../../../storage/clients/api-client-views.ts';
import type { Database } from '../../../storage/database.ts';
import { answer, nameText, oneOf } from '../../schemas.ts';
import { revisionHeaders } from '../precondition.ts';
import { instant, nullable, uuid } from '../schemas.ts';

export const apiClientsPath = '/workspaces/:workspaceId/api-clients';

const products = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', maxLength: slugMaxLength },
  maxItems: 1_000,
  description: 'Slugs of the allowed products; null: all, including later ones.',
});
const rateLimitPerMinute = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: "From 60 to the quota of the workspace's partner plan; null: the plan's default.",
});

/** The editable settings: all of them to register a client, some to change it. */
export const editableMembers = {
  name: nameText(200),
  scopes: Type.Array(oneOf(scopes), { uniqueItems: true, maxItems: scopes.length }),
  products,
  rateLimitPerMinute,
};

export const ApiClient = Type.Object(
  {
    apiClientId: uuid,
    ...editableMembers,
    effectiveRateLimit: Type.Integer({ description: 'Requests per minute, set or by default.' }),
    rateLimitQuota: Type.Integer({ description: 'The maximum of `rateLimitPerMinute`.' }),
    enabled: Type.Boolean(),
    createdAt: instant,
    lastUsedAt: nullable.instant,
  },
  { $id: 'ApiClient' },
);

export const apiClientExample = {
  apiClientId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  name: 'Billing service',
  scopes: ['entitlements:read', 'usage:write'],
  products: ['aqueduct'],
  rateLimitPerMinute: null,
  effectiveRateLimit: 600,
  rateLimitQuota: 3_000,
  enabled: true,
  createdAt: '2026-11-15T09:00:00.000Z',
  lastUsedAt: null,
};

export function apiClientView(client: ApiClientView) {
  return {
    apiClientId: client.apiClientId,
    name: client.name,
    scopes: [...client.scopes],
    products: client.products === 'all' ? null : [...client.products],
    rateLimitPerMinute: client.rateLimitPerMinute,
    effectiveRateLimit: effectiveRateLimit(client.rateLimitPerMinute, client.partnerPlan),
    rateLimitQuota: partnerPlans[client.partnerPlan].quota,
    enabled: client.enabled,
    createdAt: client.createdAt,
    lastUsedAt: client.lastUsedAt,
  };
}

export const theClient = answer('The API client.', Type.Ref('ApiClient'), apiClientExample, revisionHeaders);

export async function readApiClient(
  database: Database,
  workspaceId: string,
  apiClientId: string,
): Promise<ApiClientView | Refusal> {
  const client = await findApiClientView(database, workspaceId, apiClientId);
  return client ?? refuseUnknown('apiClientId', 'API client');
}
