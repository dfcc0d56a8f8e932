import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import { type GraphEmulator, startGraphEmulator } from '../../../emulators/graph/start.ts';
import {
  type MarketplaceEmulatorOptions,
  startMarketplaceEmulator,
} from '../../../emulators/microsoft-marketplace/start.ts';
import type { ApiClientRegistration } from '../../../src/actions/clients/api-clients.ts';
import {
  addApplicationCredential,
  verifyApplicationCredential,
} from '../../../src/actions/clients/application-credentials.ts';
import { roleForScope } from '../../../src/core/clients/api-client.ts';
import { standardRetention } from '../../../src/core/operations/retention.ts';
import type { PartnerPlan } from '../../../src/core/workspaces/limits.ts';
import {
  createLogger,
  type Service,
  type ServiceSettings,
  type Surroundings,
  startService,
} from '../../../src/service/start-service.ts';
import { createDatabase, worldServerUrl } from '../database/postgres.ts';
import { done } from '../done.ts';
import { testEncryptionKey } from '../nodes/encryption-key.ts';
import { TestClock } from '../nodes/test-clock.ts';
import { clientToken } from '../peers/client-token.ts';
import { PublisherAccount, type PublisherAccountOptions } from '../peers/publisher-account.ts';
import { Contract } from '../requests/contract.ts';
import { guidesFolder } from '../run/guides-folder.ts';
import { Books, type TestClient } from './books.ts';

export { testEncryptionKey } from '../nodes/encryption-key.ts';
export type { TestClient } from './books.ts';

export const apiAppId = 'e1000000-0000-4000-8000-000000000001';
export const partnerTenantId = 'a1000000-0000-4000-8000-000000000001';
export const otherTenantId = 'a1000000-0000-4000-8000-000000000002';
const signInAppId = 'e1000000-0000-4000-8000-000000000002';
const secret = 'a secret of the test';

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely; the contract has checked their shape.
  readonly body: any;
}

/** Tests wait for workers; their passes cost little when there is nothing to do. */
const waitBriefly: Required<Surroundings>['wait'] = (milliseconds, signal) =>
  delay(milliseconds / 5, undefined, { signal }).catch(() => {});

const contracts = new Map<string, Promise<Contract>>();

/** Loaded once per process: loading is slow, and every service has the same documents. */
function contractOf({ url }: Service, path: string): Promise<Contract> {
  const known = contracts.get(path) ?? Contract.of(`${url}${path}`);
  contracts.set(path, known);
  return known;
}

/** What a world is created with whose workers run. */
export const withWorkers = { nodeRoles: { api: true, workers: true } } as const;

/** The world that the test files of this worker share. */
let shared: Promise<World> | undefined;

/**
 * The service in this process, with its own database, identity provider, directory and clock. A marketplace is started
 * on demand.
 */
export class World extends Books {
  readonly settings: ServiceSettings;
  readonly idp: EntraEmulator;
  readonly graph: GraphEmulator;
  readonly service: Service;
  readonly contract: Contract;
  readonly adminContract: Contract;
  readonly #cleanups: (() => Promise<void>)[] = [];
  #applications = 0;
  #isShared = false;

  private constructor(
    parts: Pick<
      World,
      'url' | 'clock' | 'settings' | 'idp' | 'graph' | 'service' | 'contract' | 'adminContract'
    >,
    isOwnDatabase: boolean,
  ) {
    super(parts.url, 2, parts.clock, isOwnDatabase);
    this.settings = parts.settings;
    this.idp = parts.idp;
    this.graph = parts.graph;
    this.service = parts.service;
    this.contract = parts.contract;
    this.adminContract = parts.adminContract;
  }

  /**
   * The service as it is for every file of this worker that needs nothing else: starting a world takes half a
   * second of CPU time. Workspaces keep files apart, and the clock goes on to the next year.
   */
  static async shared(): Promise<World> {
    shared ??= World.create().then((world) => {
      world.#isShared = true;
      const stop = () =>
        Promise.reject(new Error('Other files use this service: stop one of World.create()'));
      Object.assign(world.service, { stop });
      return world;
    });
    const world = await shared;
    world.clock.beginNextYear();
    return world;
  }

  /** Without workers, unless told otherwise: they double the CPU time of the start. */
  static async create(
    changes: Partial<ServiceSettings> = {},
    logger = createLogger('silent'),
    tracing: Surroundings['tracing'] = null,
  ): Promise<World> {
    const clock = new TestClock();
    const databaseUrl = changes.databaseUrl ?? (await createDatabase(worldServerUrl()));
    const idp = await startEntraEmulator(
      {
        tenants: [{ id: partnerTenantId }, { id: otherTenantId }],
        apis: [{ appId: apiAppId, tokenVersion: 2, tenantIds: 'all' }],
        applications: [],
      },
      { now: clock.now, signingKeys: inject('rsaKeys') },
    );
    const graph = await startGraphEmulator({ idp, directory: { users: [] }, now: clock.now });
    const settings: ServiceSettings = {
      host: '127.0.0.1',
      port: 0,
      shutdownDelay: 0,
      retention: standardRetention,
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
      nodeCredentialUse: 'roles',
      portalFolder: null,
      guidesFolder,
      nodeRoles: { api: true, workers: false },
      ...changes,
    };
    const service = await startService(settings, { clock, logger, tracing, wait: waitBriefly });
    idp.registerApplication({
      clientId: signInAppId,
      tenantIds: 'all',
      secrets: [{ value: secret }],
      redirectUris: [`${settings.publicUrl ?? service.url}/sign-in/callback`],
      roles: {},
    });
    const contract = await contractOf(service, '/openapi.json');
    const adminContract = await contractOf(service, '/api/admin/v1/openapi.json');
    const parts = { url: databaseUrl, clock, settings, idp, graph, service, contract, adminContract };
    return new World(parts, changes.databaseUrl === undefined);
  }

  /** A shared world goes on, without the additions of this file. */
  override async close(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0).toReversed()) await cleanup();
    if (this.#isShared) return;
    await this.service.stop();
    await this.graph.close();
    await this.idp.close();
    await super.close();
  }

  /** Closed before the service. */
  onClose(cleanup: () => Promise<void>): void {
    this.#cleanups.push(cleanup);
  }

  /** A workspace without products. */
  override workspace(partnerPlan: PartnerPlan = 'Scale'): Promise<string> {
    return this.emptyWorkspace(partnerPlan);
  }

  /** With the rate limit of the partner plan. */
  override client(workspaceId: string, registration: Partial<ApiClientRegistration> = {}) {
    return super.client(workspaceId, { rateLimitPerMinute: null, ...registration });
  }

  /** Starts a marketplace with one publisher. */
  async publisher(
    account: PublisherAccountOptions,
    options: Pick<MarketplaceEmulatorOptions, 'settings'> = {},
  ): Promise<PublisherAccount> {
    const marketplace = await startMarketplaceEmulator({
      idp: this.idp,
      directory: { publishers: [], subscriptions: [] },
      now: this.clock.now,
      ...options,
    });
    this.onClose(() => marketplace.close());
    return new PublisherAccount(this.idp, marketplace, account);
  }

  /** Registers an application of the partner's tenant, by default with all app roles; returns its client id. */
  application(roles: readonly string[] = Object.values(roleForScope)): string {
    const clientId = `c1000000-0000-4000-8000-${String(++this.#applications).padStart(12, '0')}`;
    this.idp.registerApplication({
      clientId,
      tenantIds: [partnerTenantId, otherTenantId],
      secrets: [{ value: secret }],
      roles: { [apiAppId]: [...roles] },
    });
    return clientId;
  }

  /** Adds the application to the client and verifies it. */
  async activate(client: TestClient, applicationId: string, tenantId = partnerTenantId): Promise<void> {
    const identity = { applicationId, tenantId };
    const { workspaceId, apiClientId } = client;
    const { challenge } = done(
      await addApplicationCredential(this.context, workspaceId, apiClientId, identity),
    );
    done(await verifyApplicationCredential(this.context, identity, challenge));
  }

  /** A token of the identity provider for the application. */
  token(applicationId: string, tenantId = partnerTenantId): Promise<string> {
    return clientToken(this.idp.url, tenantId, { clientId: applicationId, secret }, `api://${apiAppId}`);
  }

  /** Calls the service; a response that its OpenAPI document does not describe fails the test. */
  async call(path: string, init: RequestInit = {}): Promise<TestResponse> {
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
