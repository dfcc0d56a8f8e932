import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  contosoClient,
  contosoTenant,
  sampleMarketplace,
  subscribed,
} from '../../../emulators/microsoft-marketplace/sample-directory.ts';
import type { MarketplaceEmulator } from '../../../emulators/microsoft-marketplace/start.ts';
import {
  publisherSecret,
  startMarketplaceAlone,
} from '../../../emulators/microsoft-marketplace/start-alone.ts';
import {
  createMeteringService,
  type MeteringServiceOptions,
} from '../../../src/adapters/microsoft-marketplace/metering-service.ts';
import type { Exchange } from '../../../src/adapters/outgoing/exchange.ts';
import type { ApplicationAccount } from '../../../src/core/marketplace/connections/kinds.ts';
import type { BatchResponse, MeteringService, UsageEvent } from '../../../src/core/usage/ports.ts';
import { localExchange } from './local-exchange.ts';

/** A busy machine must not fail tests that are not about the budget. */
const patient = { budgetMilliseconds: 25_000 };
const hour = 60 * 60_000;

/** The adapter, the marketplace with its identity provider, and the clock of all three. */
export interface MeteringUnderTest {
  readonly marketplace: MarketplaceEmulator;
  readonly connection: ApplicationAccount;
  readonly service: MeteringService<ApplicationAccount> & { stop(): void };
  now(): Date;
  advance(milliseconds: number): void;
  /** Sends one event as Contoso, of the hour this many hours ago. */
  event(hoursAgo: number, changes?: Partial<UsageEvent>): UsageEvent;
  send(events: readonly UsageEvent[], changes?: Partial<ApplicationAccount>): Promise<BatchResponse>;
  tokenRequests(): number;
  /** A new adapter (with a long budget), no faults, all counts reset, and a day without reports. */
  renew(options?: Partial<MeteringServiceOptions>): void;
  stop(): Promise<void>;
}

export async function startMeteringUnderTest(): Promise<MeteringUnderTest> {
  const start = Date.parse('2026-11-15T09:30:00.000Z');
  let now = new Date(start);
  let renewals = 0;
  const clock = { now: () => now };
  const { marketplace, idpUrl, close } = await startMarketplaceAlone({
    directory: sampleMarketplace,
    now: clock.now,
    signingKeys: inject('rsaKeys'),
  });
  let tokenRequests = 0;
  const counting: Exchange = (request, signal) => {
    if (request.address.startsWith(idpUrl)) tokenRequests += 1;
    return localExchange(request, signal);
  };
  const connection = {
    authUrl: idpUrl,
    marketplaceUrl: marketplace.url,
    tenantId: contosoTenant,
    clientId: contosoClient,
    credential: { kind: 'secret' as const, clientSecret: publisherSecret },
  };
  const create = (options: Partial<MeteringServiceOptions> = patient) =>
    createMeteringService({ clock, randomBytes, exchange: counting, ...options });

  let service = create();
  return {
    marketplace,
    connection,
    get service() {
      return service;
    },
    now: clock.now,
    advance(milliseconds) {
      now = new Date(now.getTime() + milliseconds);
    },
    event: (hoursAgo, changes = {}) => ({
      resourceId: subscribed,
      planId: 'team',
      dimension: 'projects',
      hour: new Date(Math.floor(now.getTime() / hour - hoursAgo) * hour),
      quantity: '12.5',
      ...changes,
    }),
    send: (events, changes = {}) => service.sendBatch({ ...connection, ...changes }, events),
    tokenRequests: () => tokenRequests,
    renew(options) {
      service.stop();
      renewals += 1;
      now = new Date(start + renewals * 48 * hour);
      tokenRequests = 0;
      marketplace.clearFaults();
      marketplace.clearCalls();
      sampleMarketplace.publishers.forEach(marketplace.registerPublisher);
      sampleMarketplace.subscriptions.forEach(marketplace.registerSubscription);
      service = create(options);
    },
    async stop() {
      service.stop();
      await close();
    },
  };
}
