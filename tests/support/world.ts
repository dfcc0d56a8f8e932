import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type EntraEmulator, startEntraEmulator } from '../../emulators/entra/start.ts';
import { type GraphEmulator, startGraphEmulator } from '../../emulators/graph/start.ts';
import { addApplicationCredential } from '../../src/actions/clients/add-application-credential.ts';
import { issueApiKey } from '../../src/actions/clients/issue-api-key.ts';
import {
  type ApiClientRegistration,
  registerApiClient,
} from '../../src/actions/clients/register-api-client.ts';
import { verifyApplicationCredential } from '../../src/actions/clients/verify-application-credential.ts';
import type { ActionContext } from '../../src/actions/context.ts';
import { createWorkspace } from '../../src/actions/workspaces/create-workspace.ts';
import { roleForScope, scopes } from '../../src/core/clients/api-client.ts';
import type { PartnerPlan } from '../../src/core/workspaces/partner-plan.ts';
import { createLogger, type Service, type ServiceSettings, startService } from '../../src/main.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { clientToken } from './client-token.ts';
import { Contract } from './contract.ts';
import { done } from './done.ts';
import { testEncryptionKey } from './encryption-key.ts';
import { createDatabase } from './postgres.ts';
import { TestClock } from './test-clock.ts';

export { testEncryptionKey } from './encryption-key.ts';

export const apiAppId = 'e1000000-0000-4000-8000-000000000001';
export const partnerTenantId = 'a1000000-0000-4000-8000-000000000001';
export const otherTenantId = 'a1000000-0000-4000-8000-000000000002';
export const signInAppId = 'e1000000-0000-4000-8000-000000000002';
const secret = 'a secret of the test';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely; the contract has checked their shape.
  readonly body: any;
}

export interface TestClient {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly apiKey: string;
}

const contracts = new Map<string, Promise<Contract>>();

/** Read once: the documents of all services that a test process starts are the same, and reading one takes long. */
function contractOf({ url }: Service, path: string): Promise<Contract> {
  const known = contracts.get(path) ?? Contract.of(`${url}${path}`);
  contracts.set(path, known);
  return known;
}

/** The service with everything it needs, real and its own: a database, an identity provider, a clock. */
export class World {
  readonly clock: TestClock;
  readonly database: Database;
  readonly settings: ServiceSettings;
  readonly idp: EntraEmulator;
  readonly graph: GraphEmulator;
  readonly service: Service;
  readonly contract: Contract;
  readonly adminContract: Contract;
  #count = 0;

  private constructor(
    parts: Pick<
      World,
      'clock' | 'database' | 'settings' | 'idp' | 'graph' | 'service' | 'contract' | 'adminContract'
    >,
  ) {
    this.clock = parts.clock;
    this.database = parts.database;
    this.settings = parts.settings;
    this.idp = parts.idp;
    this.graph = parts.graph;
    this.service = parts.service;
    this.contract = parts.contract;
    this.adminContract = parts.adminContract;
  }

  static async create(
    changes: Partial<ServiceSettings> = {},
    logger = createLogger('silent'),
  ): Promise<World> {
    const clock = new TestClock();
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const idp = await startEntraEmulator(
      {
        tenants: [{ id: partnerTenantId }, { id: otherTenantId }],
        apis: [{ appId: apiAppId, tokenVersion: 2, tenantIds: 'all' }],
        applications: [],
      },
      { now: clock.now, signingKeys: inject('signingKeys') },
    );
    const graph = await startGraphEmulator({ idp, directory: { users: [] }, now: clock.now });
    const settings: ServiceSettings = {
      host: '127.0.0.1',
      port: 0,
      shutdownDelay: 0,
      metricsPort: null,
      publicUrl: null,
      databaseUrl,
      databaseMaxConnections: 5,
      redisUrl: null,
      idpAuthUrl: idp.url,
      idpApiAppId: apiAppId,
      idpGraphUrl: graph.url,
      signIn: { clientId: signInAppId, clientSecret: secret },
      encryptionKey: testEncryptionKey,
      securityContact: null,
      trustedProxies: [],
      mail: null,
      allowsLocalWebhooks: true,
      portalFolder: null,
      nodeRoles: { api: true, workers: true },
      ...changes,
    };
    const service = await startService(settings, { clock, logger });
    idp.registerApplication({
      clientId: signInAppId,
      tenantIds: 'all',
      secrets: [{ value: secret }],
      redirectUris: [`${settings.publicUrl ?? service.url}/sign-in/callback`],
      roles: {},
    });
    const contract = await contractOf(service, '/openapi.json');
    const adminContract = await contractOf(service, '/api/admin/v1/openapi.json');
    const database = openDatabase({ url: databaseUrl, maxConnections: 2, onConnectionLost: () => {} });
    return new World({ clock, database, settings, idp, graph, service, contract, adminContract });
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.graph.close();
    await this.idp.close();
    await this.database.destroy();
  }

  /** What an action is given when it happens now. */
  get context(): ActionContext {
    return { database: this.database, now: this.clock.now(), randomBytes };
  }

  async workspace(partnerPlan: PartnerPlan = 'Scale'): Promise<string> {
    const slug = `workspace-${++this.#count}`;
    return done(await createWorkspace(this.context, { slug, name: slug, partnerPlan })).workspaceId;
  }

  /** A client of the workspace for everything, unless told otherwise, with a key. */
  async client(workspaceId: string, registration: Partial<ApiClientRegistration> = {}): Promise<TestClient> {
    const { apiClientId } = done(
      await registerApiClient(this.context, workspaceId, {
        name: 'Client',
        scopes,
        products: 'all',
        rateLimitPerMinute: null,
        ...registration,
      }),
    );
    const key = done(await issueApiKey(this.context, workspaceId, apiClientId, { expiresAt: null }));
    return { workspaceId, apiClientId, apiKey: key.text };
  }

  /** An application of the partner's tenant that the identity provider knows, with all app roles or those given. */
  application(roles: readonly string[] = Object.values(roleForScope)): string {
    const clientId = `c1000000-0000-4000-8000-${String(++this.#count).padStart(12, '0')}`;
    this.idp.registerApplication({
      clientId,
      tenantIds: [partnerTenantId, otherTenantId],
      secrets: [{ value: secret }],
      roles: { [apiAppId]: [...roles] },
    });
    return clientId;
  }

  /** Adds the application to the client and proves it. */
  async activate(client: TestClient, applicationId: string, tenantId = partnerTenantId): Promise<void> {
    const identity = { applicationId, tenantId };
    const { workspaceId, apiClientId } = client;
    const { challenge } = done(
      await addApplicationCredential(this.context, workspaceId, apiClientId, identity),
    );
    done(await verifyApplicationCredential(this.context, identity, challenge));
  }

  /** A token as the application would get it. */
  token(applicationId: string, tenantId = partnerTenantId): Promise<string> {
    return clientToken(this.idp.url, tenantId, { clientId: applicationId, secret }, `api://${apiAppId}`);
  }

  /** Calls the service; an answer that its OpenAPI document does not describe fails the test. */
  async call(path: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(`${this.service.url}${path}`, init);
    const text = await answer.text();
    const contentType = answer.headers.get('content-type');
    const body = contentType?.includes('json') ? JSON.parse(text) : text;
    const contract = path.startsWith('/api/admin/') ? this.adminContract : this.contract;
    contract.check({
      method: init.method ?? 'GET',
      path: path.split('?', 1)[0] ?? path,
      status: answer.status,
      contentType,
      body,
    });
    return { status: answer.status, headers: answer.headers, text, body };
  }
}

export const withKey = (client: { readonly apiKey: string }) => ({ 'x-api-key': client.apiKey });
export const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
