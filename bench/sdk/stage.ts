import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { registerApiClient } from '../../src/actions/clients/api-clients.ts';
import { issueKey } from '../../src/actions/clients/keys.ts';
import type { ActionContext } from '../../src/actions/context.ts';
import { createWorkspace } from '../../src/actions/workspaces/workspaces.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { accepted } from '../accepted.ts';
import { apiAppId } from '../callers.ts';
import { type RunningProcess, runProgram, startNodeProcess } from '../child-process.ts';
import { addTenants, products } from '../tenants.ts';

/** As many as a client caches. */
const tenants = 10_000;
/** Each may have 20 streams. */
const apiClients = 20;
const command = fileURLToPath(new URL('../command.js', import.meta.url));

/** A subscription of a tenant to the product. */
interface Holding {
  readonly tenantId: string;
  readonly subscriptionId: string;
}

/** Two nodes of the service and one workspace with 10,000 tenants. */
export interface SdkStage {
  readonly product: string;
  readonly workspaceId: string;
  readonly holdings: readonly Holding[];
  readonly apiKeys: readonly string[];
  readonly nodes: readonly RunningProcess[];
  context(): ActionContext;
  close(): Promise<void>;
}

export async function openSdkStage(
  serverUrl: (database: string) => string,
  idpUrl: string,
): Promise<SdkStage> {
  const client = new pg.Client({ connectionString: serverUrl('postgres') });
  await client.connect();
  await client.query('create database bench_sdk');
  await client.end();
  const databaseUrl = serverUrl('bench_sdk');
  const environment = {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    IDP_AUTH_URL: idpUrl,
    IDP_API_APP_ID: apiAppId,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  await runProgram(process.execPath, [command, 'migrate'], environment);
  const database = openDatabase({ url: databaseUrl, maxConnections: 2, onConnectionLost: () => {} });
  const context = () => ({ database, now: new Date(), randomBytes });
  const workspace = { slug: 'bench', name: 'Bench', partnerPlan: 'Scale' } as const;
  const { workspaceId } = accepted(await createWorkspace(context(), workspace));
  const apiKeys: string[] = [];
  for (let number = 1; number <= apiClients; number += 1) {
    const scopes = ['entitlements:read', 'catalogue:read'] as const;
    const settings = {
      name: `Client ${number}`,
      scopes,
      products: 'all',
      rateLimitPerMinute: 6_000,
    } as const;
    const { apiClientId } = accepted(await registerApiClient(context(), workspaceId, settings));
    apiKeys.push(
      accepted(
        await issueKey(context(), workspaceId, { kind: 'api-client', id: apiClientId }, { expiresAt: null }),
      ).text,
    );
  }
  await addTenants(context(), databaseUrl, [workspaceId], tenants);
  const [product] = products;
  const nodes = await Promise.all([0, 1].map(() => startNodeProcess([command], environment)));
  return {
    product,
    workspaceId,
    holdings: await holdingsOf(databaseUrl, product),
    apiKeys,
    nodes,
    context,
    async close() {
      await Promise.all(nodes.map((node) => node.stop()));
      await database.destroy();
    },
  };
}

async function holdingsOf(databaseUrl: string, product: string): Promise<readonly Holding[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Holding>(
      `select tenant_id as "tenantId", subscription_id as "subscriptionId"
       from subscriptions join products using (workspace_id, product_id) where slug = $1`,
      [product],
    );
    return rows;
  } finally {
    await client.end();
  }
}
