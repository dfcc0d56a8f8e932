import { inject } from 'vitest';
import { FABRIKAM, NORTHWIND } from '../../../emulators/entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import {
  ALICE,
  LICENCE_READER,
  LICENCE_READER_SECRET,
  sampleIdp,
  sampleUsers,
} from '../../../emulators/graph/sample-directory.ts';
import { type GraphEmulator, startGraphEmulator } from '../../../emulators/graph/start.ts';
import { microsoftGraph } from '../../../emulators/shell/first-party-apps.ts';
import { createIdpLicences, type IdpLicencesOptions } from '../../../src/adapters/graph/idp-licences.ts';
import type { IdpLicenceQuery, IdpLicenceResponse } from '../../../src/core/entitlements/ports.ts';
import { localExchange } from './local-exchange.ts';

export const application = { clientId: LICENCE_READER, clientSecret: LICENCE_READER_SECRET };

/** The service that Alice has and Bob has lost. */
export const PLAN = 'contoso.planner.team';

/** A busy machine must not fail tests that are not about the budget. */
export const patient = { budgetMilliseconds: 20_000 };

/** The adapter, its two providers, and the clock of all three. */
export interface LicencesUnderTest {
  readonly idp: EntraEmulator;
  readonly graph: GraphEmulator;
  now(): Date;
  advance(milliseconds: number): void;
  /** By default: whether Alice of Northwind may use the plan. */
  lookUp(question?: Partial<IdpLicenceQuery>): Promise<IdpLicenceResponse>;
  /** How often each cache was read, as `cache outcome`. */
  readonly cacheReads: Map<string, number>;
  tokenRequests(): number;
  /** For this user, or for any. */
  graphRequests(userObjectId?: string): number;
  /** Fabrikam's administrator consents to the same roles as Northwind's. */
  consentInFabrikam(): void;
  /**
   * Starts over with a new adapter (with a long budget), the providers up and all counts reset. The clock continues.
   */
  renew(options?: Partial<IdpLicencesOptions>): void;
  stopAdapter(): void;
  stop(): Promise<void>;
}

export async function startLicencesUnderTest(): Promise<LicencesUnderTest> {
  let now = new Date('2026-11-15T09:00:00.000Z');
  const clock = { now: () => now };
  const idp = await startEntraEmulator(sampleIdp, { now: clock.now, signingKeys: inject('rsaKeys') });
  const graph = await startGraphEmulator({ idp, directory: sampleUsers, now: clock.now });
  const cacheReads = new Map<string, number>();
  const measurements = {
    cacheRead(cache: string, outcome: string) {
      const name = `${cache} ${outcome}`;
      cacheReads.set(name, (cacheReads.get(name) ?? 0) + 1);
    },
    rateLimitFallback() {},
  };
  const start = (options: Partial<IdpLicencesOptions> = patient) =>
    createIdpLicences({
      authUrl: idp.url,
      graphUrl: graph.url,
      exchange: localExchange,
      clock,
      measurements,
      ...options,
    });

  let licences = start();
  return {
    idp,
    graph,
    now: clock.now,
    advance(milliseconds) {
      now = new Date(now.getTime() + milliseconds);
    },
    lookUp: (question = {}) =>
      licences.lookUp({
        tenantId: NORTHWIND,
        userObjectId: ALICE,
        serviceIdentifier: PLAN,
        application,
        ...question,
      }),
    cacheReads,
    tokenRequests: () => countOf(idp.requests, '/token'),
    graphRequests: (userObjectId = '') => countOf(graph.requests, `${userObjectId}/usageRights`),
    consentInFabrikam() {
      const registered = sampleIdp.applications.find(({ clientId }) => clientId === LICENCE_READER);
      if (!registered) throw new Error('the sample has lost its application');
      const consents = [NORTHWIND, FABRIKAM].map((tenantId) => ({
        tenantId,
        api: microsoftGraph.appId,
        roles: ['User.Read.All'],
      }));
      idp.registerApplication({ ...registered, consents });
    },
    renew(options) {
      licences.stop();
      idp.clearFaults();
      sampleIdp.applications.forEach(idp.registerApplication);
      sampleUsers.users.forEach(graph.registerUser);
      graph.clearFaults();
      idp.clearRequests();
      graph.clearRequests();
      cacheReads.clear();
      licences = start(options);
    },
    stopAdapter: () => licences.stop(),
    async stop() {
      licences.stop();
      await graph.close();
      await idp.close();
    },
  };
}

/** Discovery documents and keys do not count. */
function countOf(requests: ReadonlyMap<string, number>, ending: string): number {
  return [...requests].filter(([path]) => path.endsWith(ending)).reduce((sum, [, count]) => sum + count, 0);
}
