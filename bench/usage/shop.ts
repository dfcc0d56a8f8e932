import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { addProduct } from '../../src/actions/catalogue/change-catalogue.ts';
import { registerApiClient } from '../../src/actions/clients/api-clients.ts';
import { issueKey } from '../../src/actions/clients/keys.ts';
import type { ActionContext } from '../../src/actions/context.ts';
import { connectMarketplace } from '../../src/actions/marketplace/connections.ts';
import { addSellerConnection } from '../../src/actions/marketplace/sellers.ts';
import { createWorkspace } from '../../src/actions/workspaces/workspaces.ts';
import type { MeterDimension } from '../../src/core/catalogue/catalogue.ts';
import type { EncryptionKey } from '../../src/secrets/seal.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { accepted } from '../accepted.ts';
import { apiAppId } from '../callers.ts';
import { type RunningProcess, runProgram, startNodeProcess } from '../child-process.ts';
import { type Channel, channels, seller } from './channel.ts';
import { dimensionsOf, publisher, tenantIdOf, tenants } from './meters.ts';

const command = fileURLToPath(new URL('../command.js', import.meta.url));
const sourceName = 'Shop';
/** Enough to stay below the rate limit: 100 requests per second each. */
const apiClients = 20;

/** A workspace that sells a metered plan to all tenants, and the service on its database. */
export interface Shop {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly workspaceId: string;
  readonly apiKeys: readonly string[];
  /** The marketplace that it sells on. */
  readonly channel: Channel;
  /** Starts a node with the API, or with the workers. */
  start(half: '--api' | '--workers'): Promise<RunningProcess>;
  close(): Promise<void>;
}

export async function openShop(
  serverUrl: (database: string) => string,
  name: string,
  marketplace: { readonly idpUrl: string; readonly url: string },
  profile: string | null,
  dimensions: readonly MeterDimension[] = dimensionsOf().map((id) => ({ id, name: id, unit: 'unit' })),
  channel: Channel = channels.microsoft,
): Promise<Shop> {
  const client = new pg.Client({ connectionString: serverUrl('postgres') });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();

  const databaseUrl = serverUrl(name);
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const encryptionKey = { current: randomBytes(32), old: [] };
  const environment = {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    IDP_API_APP_ID: apiAppId,
    IDP_AUTH_URL: marketplace.idpUrl,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    ENCRYPTION_KEY: encryptionKey.current.toString('base64'),
  };
  await runProgram(process.execPath, [command, 'migrate'], environment);

  const database = openDatabase({ url: databaseUrl, maxConnections: 4, onConnectionLost: () => {} });
  const context = { database, now: new Date(), randomBytes };
  const workspace = { slug: 'bench', name: 'Bench', partnerPlan: 'Scale' } as const;
  const { workspaceId } = accepted(await createWorkspace(context, workspace));
  const mapping = { sourceName, offerId: publisher.offerId, planId: channel.planId, dimensions };
  const plan = {
    slug: 'basic',
    name: 'Basic',
    status: 'Published',
    edition: 'standard',
    licenceModel: 'TenantWide',
    billingModel: 'FlatRate',
    capabilities: {},
    limits: {},
    serviceIdentifier: null,
    marketplace: [mapping],
  } as const;
  const product = {
    slug: 'meter',
    name: 'Meter',
    status: 'Published',
    types: ['WebApp'],
    categories: [],
    editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
    plans: [plan],
  } as const;
  accepted(await addProduct(context, workspaceId, product));
  if (channel === channels.aws) await connectAws(context, workspaceId, marketplace.url, encryptionKey);
  else {
    const connection = {
      authUrl: marketplace.idpUrl,
      marketplaceUrl: marketplace.url,
      tenantId: publisher.tenantId,
      clientId: publisher.clientId,
      credential: { kind: 'secret', clientSecret: publisher.secret } as const,
    };
    await connectMarketplace(context, workspaceId, sourceName, connection, encryptionKey);
  }
  const apiKeys: string[] = [];
  for (let number = 1; number <= apiClients; number += 1) {
    const registration = { name: `Client ${number}`, scopes: ['usage:write'], products: 'all' } as const;
    const { apiClientId } = accepted(
      await registerApiClient(context, workspaceId, { ...registration, rateLimitPerMinute: 6_000 }),
    );
    const { text } = accepted(
      await issueKey(context, workspaceId, { kind: 'api-client', id: apiClientId }, { expiresAt: null }),
    );
    apiKeys.push(text);
  }
  await sellTo(databaseUrl, workspaceId, channel);
  return {
    databaseUrl,
    database,
    workspaceId,
    apiKeys,
    channel,
    // With the bench's own options of Node.js.
    start: (half) => startNodeProcess([...process.execArgv, ...profiling, command, half], environment),
    close: () => database.destroy(),
  };
}

async function connectAws(
  context: ActionContext,
  workspaceId: string,
  endpointUrl: string,
  encryptionKey: EncryptionKey,
): Promise<void> {
  const { accountId: sellerAccount, region, accessKeyId, secretAccessKey } = seller;
  const settings = { sellerAccount, region, roleArn: null, sendZeros: false, endpointUrl };
  accepted(
    await addSellerConnection(
      context,
      workspaceId,
      { sourceName, credentialEndsAt: null, ...settings },
      { accessKeyId, secretAccessKey },
      { encryptionKey, allowsLocalWebhooks: true, nodeCredentialUse: 'off' },
    ),
  );
}

/** A subscription of the plan for each tenant, active for two days, with its history. */
async function sellTo(databaseUrl: string, workspaceId: string, channel: Channel): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into tenants (workspace_id, tenant_id, created_at)
       select $1, tenant_id, now() - interval '2 days' from unnest($2::uuid[]) as tenant_id`,
      [workspaceId, Array.from({ length: tenants }, (_, number) => tenantIdOf(number))],
    );
    await client.query(
      `insert into subscriptions (workspace_id, subscription_id, tenant_id, product_id, plan_id, source,
         marketplace_subscription_id, status, quantity, is_trial, trial_ends_at, valid_until, renews_itself, created_at,
         activated_at, changed_at, revision, next_change_at)
       select tenant.workspace_id, tenant.tenant_id, tenant.tenant_id, plan.product_id, plan.plan_id, 'Marketplace',
         ${channel.resourceSql}, 'Active', null, false, null, null, true, tenant.created_at, tenant.created_at,
         tenant.created_at, 1, null
       from tenants as tenant join plans as plan using (workspace_id)
       where tenant.workspace_id = $1`,
      [workspaceId],
    );
    await client.query(
      `insert into subscription_history (workspace_id, subscription_id, revision, recorded_at, move, actor, state)
       select workspace_id, subscription_id, 1, created_at, 'create', 'bench', jsonb_build_object(
         'workspaceId', workspace_id, 'subscriptionId', subscription_id, 'tenantId', tenant_id,
         'productId', product_id, 'planId', plan_id, 'source', source,
         'marketplaceSubscriptionId', marketplace_subscription_id, 'status', status, 'quantity', null,
         'isTrial', false, 'trialEndsAt', null, 'validUntil', null, 'renewsItself', true,
         'createdAt', created_at, 'activatedAt', activated_at, 'suspendedAt', null, 'cancelledAt', null,
         'endedAt', null, 'changedAt', changed_at)
       from subscriptions where workspace_id = $1`,
      [workspaceId],
    );
    if (channel === channels.aws) {
      await client.query(
        `insert into marketplace_licences (workspace_id, licence, source_name, product_code, account, tenant_id, seen_at, active_at)
         select workspace_id, ${channel.resourceSql}, $2, $3, $4, tenant_id, created_at, created_at
         from tenants where workspace_id = $1`,
        [workspaceId, sourceName, publisher.offerId, seller.buyerAccountId],
      );
    }
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await client.end();
  }
}
