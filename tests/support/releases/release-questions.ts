import type { Demo } from '../../../src/service/start-demo.ts';
import { withClient } from '../database/postgres.ts';
import type { OpenApiDocument } from '../requests/contract.ts';
import type { RecordedResponse } from './recorded-release.ts';

type Question = Pick<RecordedResponse, 'method' | 'path' | 'request'>;

interface Asked {
  readonly workspaceId: string;
  readonly facts: Demo['facts'];
  /** Of the admin API. */
  readonly document: OpenApiDocument;
}

/** A value for each parameter of a path of the admin API. */
const parameterQueries: Readonly<Record<string, string>> = {
  memberId: 'select member_id from workspace_members where workspace_id = $1',
  serviceAccountId: 'select service_account_id from service_accounts where workspace_id = $1',
  subscriptionId: 'select subscription_id from usage_hours where workspace_id = $1',
  dimension: 'select dimension from usage_hours where workspace_id = $1',
  hour: `select to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from usage_hours where workspace_id = $1`,
  tenantId: 'select tenant_id from members where workspace_id = $1 and object_id is not null',
  objectId: 'select object_id from members where workspace_id = $1 and object_id is not null',
  apiClientId: 'select api_client_id from api_clients where workspace_id = $1',
  endpointId: 'select endpoint_id from webhook_deliveries where workspace_id = $1',
  eventId: 'select event_id from webhook_deliveries where workspace_id = $1',
  connectionId: 'select connection_id from marketplace_connections where workspace_id = $1',
  callId: 'select notification_id from marketplace_notifications where workspace_id = $1',
  productId: 'select product_id from idp_connections where workspace_id = $1',
  product: 'select slug from products where workspace_id = $1',
  revision: `select min(product_versions.revision) from product_versions join products using (workspace_id, product_id)
    where workspace_id = $1 and slug = (select min(slug) from products where workspace_id = $1)`,
  marketplaceSubscriptionId:
    'select marketplace_subscription_id from marketplace_purchases where workspace_id = $1',
  licenceFileId: 'select licence_file_id from licence_files where workspace_id = $1',
  usageFileId: 'select usage_file_id from usage_files where workspace_id = $1',
  mappingId: 'select mapping_id from marketplace_mappings where workspace_id = $1',
};

/**
 * Reads of both APIs: the entitlements and eligibility of the demo's customers, the catalogue, usage, and every read of the admin
 * API but files, which are recorded in the audit log.
 */
export async function questionsOf(
  databaseUrl: string,
  { workspaceId, facts, document }: Asked,
): Promise<readonly Question[]> {
  const values: Record<string, string> = { workspaceId };
  await withClient(databaseUrl, async (client) => {
    for (const [name, query] of Object.entries(parameterQueries)) {
      // The same row for each: parameters of one path belong together.
      const { rows } = await client.query({ text: `${query} order by 1 limit 1`, rowMode: 'array' }, [
        workspaceId,
      ]);
      values[name] = String(rows[0]?.[0]);
    }
  });
  return [...clientQuestions(facts), ...adminQuestions(document, values)];
}

function clientQuestions({ tenants, eligibility, metered }: Demo['facts']): readonly Question[] {
  const get = (path: string): Question => ({ method: 'GET', path: `/api/v1${path}` });
  return [
    ...tenants.map(({ tenantId, product }) =>
      get(`/entitlements/${tenantId}?product=${product}&explain=true`),
    ),
    ...eligibility.map(({ tenantId, label: _, ...question }) => ({
      method: 'POST' as const,
      path: `/api/v1/entitlements/${tenantId}/eligibility`,
      request: question,
    })),
    {
      method: 'POST',
      path: '/api/v1/entitlements/batch',
      request: { items: tenants.map(({ tenantId, product }) => ({ tenantId, product })) },
    },
    get('/catalogue/products'),
    get(`/catalogue/products/${metered.product}`),
    get(`/entitlements/${metered.tenantId}/usage?product=${metered.product}`),
  ];
}

function adminQuestions({ paths }: OpenApiDocument, values: Record<string, string>): readonly Question[] {
  const needed: Readonly<Record<string, string>> = {
    '/search': '?text=contoso',
    '/entitlements': `?product=${values.product}`,
    '/eligibility': `?product=${values.product}&userObjectId=${values.objectId}`,
    '/usage-meters': `?tenantId=${values.tenantId}`,
    '/catalogue/file': '?format=json',
  };
  return Object.keys(paths)
    .filter((path) => paths[path]?.get && path.includes('/workspaces/{workspaceId}/'))
    .filter((path) => !/\.(csv|json)$|\/export$|\}\/file$/.test(path))
    .map((path) => {
      const query = Object.entries(needed).find(([end]) => path.endsWith(end))?.[1] ?? '';
      return {
        method: 'GET',
        path: `${path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? name)}${query}`,
      };
    });
}
