import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { EntraEmulator } from '../../emulators/entra/start.ts';
import { applyCatalogue } from '../../src/actions/catalogue/change-catalogue.ts';
import type { ActionContext } from '../../src/actions/context.ts';
import { connectMarketplace } from '../../src/actions/marketplace/connections.ts';
import { inviteMember } from '../../src/actions/workspaces/members.ts';
import { signInMember } from '../../src/actions/workspaces/sign-in.ts';
import { createWorkspace } from '../../src/actions/workspaces/workspaces.ts';
import { fileOf } from '../../src/catalogue-file/write-catalogue-file.ts';
import type { Plan } from '../../src/core/catalogue/catalogue.ts';
import { asDefined } from '../../src/core/catalogue/definition.ts';
import type { ProductDefinition } from '../../src/core/catalogue/product-definition.ts';
import { timeOrderedId } from '../../src/core/identifiers.ts';
import { endpointSealContext } from '../../src/core/operations/seal-context.ts';
import { finish } from '../../src/core/steps.ts';
import { makeWebhookSecret } from '../../src/core/webhooks/secret.ts';
import { type EncryptionKey, seal } from '../../src/secrets/seal.ts';
import { loadCatalogue } from '../../src/storage/catalogue/catalogue.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { insertWebhookEndpoint } from '../../src/storage/webhooks/endpoints.ts';
import { accepted } from '../accepted.ts';
import { addCallers, apiAppId } from '../callers.ts';
import { type RunningProcess, runProgram, startNodeProcess } from '../child-process.ts';
import { addTenants, definitionOf, products } from '../tenants.ts';
import { beside } from '../webhooks/stage.ts';
import { addRows, largeCustomer } from './rows.ts';

const command = fileURLToPath(new URL('../command.js', import.meta.url));
const recorder = new URL('./event-loop/slice-recorder.js', import.meta.url).href;
const partner = { tenantId: 'a1000000-0000-4000-8000-000000000001', username: 'ada@partner.example' };
/** Products beside those of the tenants: together almost the largest catalogue that is allowed. */
const otherProducts = 990;
const plansOfProduct = 5;
const capabilitiesOfPlan = 10;

/** One large workspace, the real service on its database, and a signed-in member. */
export interface LoopStage {
  readonly service: RunningProcess;
  readonly prober: RunningProcess;
  /** Of the customer with many members and reports. */
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly objectIds: readonly string[];
  readonly endpointId: string;
  readonly connectionId: string;
  /** The catalogue as JSON; a capability of every tenant's plan alternates between on and off. */
  changedFile(times: number): string;
  /** Calls the admin API below the workspace, and reads the whole response. */
  call(
    method: string,
    path: string,
    options?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<{ readonly etag: string }>;
  close(): Promise<void>;
}

export async function setLoopStage(
  serverUrl: (database: string) => string,
  idp: EntraEmulator,
  { tenants, profile }: { readonly tenants: number; readonly profile: string | null },
): Promise<LoopStage> {
  const admin = new pg.Client({ connectionString: serverUrl('postgres') });
  await admin.connect();
  await admin.query('create database bench_event_loop');
  await admin.end();
  const databaseUrl = serverUrl('bench_event_loop');
  const encryptionKey = { current: randomBytes(32), old: [] };
  const environment = {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    IDP_AUTH_URL: idp.url,
    IDP_API_APP_ID: apiAppId,
    ENCRYPTION_KEY: encryptionKey.current.toString('base64'),
    ALLOW_LOCAL_WEBHOOKS: 'true',
  };
  await runProgram(process.execPath, [command, 'migrate'], environment);

  const database = openDatabase({ url: databaseUrl, maxConnections: 2, onConnectionLost: () => {} });
  const context = { database, now: new Date(), randomBytes };
  const { workspaceId } = accepted(
    await createWorkspace(context, { slug: 'bench', name: 'Bench', partnerPlan: 'Scale' }),
  );
  const callers = await addCallers(context, workspaceId, idp);
  await addTenants(context, databaseUrl, [workspaceId], tenants);
  // After the tenants, so that they have no subscription to these.
  const { categories, products: held } = asDefined(await loadCatalogue(database, workspaceId));
  const others = Array.from({ length: otherProducts }, (_, number) => largeDefinition(`other-${number}`));
  const file = { categories, products: [...held, ...others] };
  accepted(await applyCatalogue(context, workspaceId, { revision: 'any', archive: 0, remove: 0 }, file));
  const sink = await startNodeProcess([beside('sink')]);
  const endpointId = await addEndpoint(context, workspaceId, sink.url, encryptionKey);
  await addRows(databaseUrl, endpointId);
  const connection = {
    authUrl: idp.url,
    marketplaceUrl: 'http://127.0.0.1:9',
    tenantId: partner.tenantId,
    clientId: partner.tenantId,
    credential: { kind: 'secret', clientSecret: 'a secret of the bench' } as const,
  };
  const { connectionId } = await connectMarketplace(context, workspaceId, 'Shop', connection, encryptionKey);
  const cookie = await signIn(context, workspaceId);
  const { tenantId, subscriptionId, objectIds } = await readLargeCustomer(databaseUrl);
  const catalogue = finish(fileOf(asDefined(await loadCatalogue(database, workspaceId)))) as CatalogueFile;
  await database.destroy();

  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const service = await startNodeProcess([...profiling, '--import', recorder, command], environment);
  const warm = `/api/v1/entitlements/${tenantId}?product=${products[0]}`;
  const program = fileURLToPath(new URL('./event-loop/prober.js', import.meta.url));
  const prober = await startNodeProcess([program, service.url, warm, ...callers.map(({ apiKey }) => apiKey)]);
  return {
    service,
    prober,
    tenantId,
    subscriptionId,
    objectIds,
    endpointId,
    connectionId,
    changedFile(times) {
      const product = catalogue.products.find(({ slug }) => slug === products[0]);
      const plan = product?.plans.find(({ slug }) => slug === 'team');
      if (plan) plan.capabilities = { ...plan.capabilities, exports: times % 2 === 0 };
      return JSON.stringify(catalogue);
    },
    async call(method, path, { body, headers = {} } = {}) {
      const answer = await fetch(`${service.url}/api/admin/v1/workspaces/${workspaceId}${path}`, {
        method,
        headers: {
          cookie: `tessera_session=${cookie}`,
          'x-tessera-request': '1',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const start = await drain(answer);
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${start}`);
      return { etag: answer.headers.get('etag') ?? '' };
    },
    async close() {
      for (const process of [prober, service, sink]) await process.stop();
    },
  };
}

function largeDefinition(slug: string): ProductDefinition {
  const { plans, ...product } = definitionOf(slug);
  const names = Array.from(
    { length: capabilitiesOfPlan },
    (_, number) => `a-capability-with-a-long-name-${number}`,
  );
  const capabilities = Object.fromEntries(names.map((name) => [name, true]));
  return {
    ...product,
    plans: Array.from({ length: plansOfProduct }, (_, number) => ({
      ...(plans[number % plans.length] as Plan),
      slug: `plan-${number}`,
      capabilities,
    })),
  };
}

interface CatalogueFile {
  readonly products: readonly {
    readonly slug: string;
    readonly plans: { readonly slug: string; capabilities: Readonly<Record<string, boolean>> }[];
  }[];
}

/** Reads the whole response and returns its beginning, for an error message. */
async function drain(answer: Response): Promise<string> {
  let start = '';
  for await (const chunk of answer.body ?? []) {
    if (start === '') start = Buffer.from(chunk).toString('utf8', 0, 500);
  }
  return start;
}

async function signIn(context: ActionContext, workspaceId: string): Promise<string> {
  const role = 'Partner administrator';
  const { tenantId, username } = partner;
  accepted(await inviteMember(context, workspaceId, { email: username, role, tenantId }));
  const objectId = 'd1000000-0000-4000-8000-000000000001';
  const user = { tenantId, username, name: 'Ada', objectId, isGuest: false };
  const { sessionText } = accepted(await signInMember(context, user, '127.0.0.1'));
  return sessionText;
}

/** Filters one event type, so that a catalogue change does not send it tens of thousands of events. */
async function addEndpoint(
  { database, now }: ActionContext,
  workspaceId: string,
  url: string,
  encryptionKey: EncryptionKey,
): Promise<string> {
  const key = { workspaceId, endpointId: timeOrderedId(now, randomBytes) };
  const endpoint = {
    ...key,
    url,
    description: '',
    eventTypes: ['seat.assigned'],
    products: 'all',
    headerNames: [],
    sealedHeaders: seal('{}', encryptionKey, endpointSealContext('headers', key)),
    sealedSecret: seal(makeWebhookSecret(randomBytes), encryptionKey, endpointSealContext('secret', key)),
    rateLimitPerMinute: null,
  } as const;
  await insertWebhookEndpoint(database, endpoint, now);
  return key.endpointId;
}

async function readLargeCustomer(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ tenant_id: string; subscription_id: string; object_ids: string[] }>(
      `select tenant_id, subscription_id, array(
         select md5('object ' || number)::uuid::text from generate_series(1, $1::integer) as number
       ) as object_ids
       from subscriptions order by tenant_id, subscription_id limit 1`,
      [largeCustomer.members],
    );
    const [row] = rows;
    if (!row) throw new Error('There are no subscriptions');
    return { tenantId: row.tenant_id, subscriptionId: row.subscription_id, objectIds: row.object_ids };
  } finally {
    await client.end();
  }
}
