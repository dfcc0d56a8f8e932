import { createTokenCheck } from '../shell/bearer-token.ts';
import { createCallLog } from '../shell/call-log.ts';
import { microsoftMarketplace } from '../shell/first-party-apps.ts';
import { openJournal } from '../shell/journal.ts';
import { CommandError } from '../shell/read-json.ts';
import { type LoopbackOptions, type LoopbackServer, serveOnLoopback } from '../shell/serve-on-loopback.ts';
import { createSwitches } from '../shell/switches.ts';
import type { MarketplaceCall } from './call.ts';
import { type Dialect, documentedDialect } from './dialect.ts';
import {
  createMarketplaceRegister,
  type MarketplaceDirectory,
  type MarketplaceRegister,
  type Publisher,
} from './directory.ts';
import { createMarketplaceFaults, type MarketplaceFault } from './faults.ts';
import { createFulfilment } from './fulfilment/fulfilment.ts';
import type { Operation } from './fulfilment/operation.ts';
import { createMarketplaceListener } from './listener.ts';
import type { AcceptedEvent } from './metering/accepted-event.ts';
import { createUsageLedger } from './metering/usage-ledger.ts';
import { checkAndStore, type SentEvent, type Verdict } from './metering/verdict.ts';
import { createOfferFeed, type ReadOffers } from './offer-feed.ts';
import { defaultSettings, type Settings } from './settings.ts';
import type { WebhookDelivery } from './webhooks/deliveries.ts';

export interface MarketplaceEmulatorOptions extends LoopbackOptions {
  /** The Entra emulator that issues the tokens of callers and of webhook calls. */
  readonly idp: { readonly url: string };
  readonly directory: MarketplaceDirectory;
  /** Read before each request, and sold instead of the directory's offers. */
  readonly readOffers?: ReadOffers;
  /** Settings other than the documented ones. */
  readonly settings?: Partial<Settings>;
  /** Differences from the documentation. */
  readonly dialect?: Partial<Dialect>;
  /** The seed of the faults' randomness. */
  readonly seed?: number;
  /** A file that stores accepted usage between runs. */
  readonly dataFile?: string;
  /** Called for every publisher that is registered over HTTP. */
  readonly onPublisher?: (publisher: Publisher) => void;
  readonly now?: () => Date;
}

/** The API is under `/api`. */
export interface MarketplaceEmulator
  extends LoopbackServer,
    Pick<
      MarketplaceRegister,
      | 'registerPublisher'
      | 'registerSubscription'
      | 'registerBuyer'
      | 'changeState'
      | 'setAddresses'
      | 'findSubscription'
    > {
  /** Accepted usage, in the order of acceptance. */
  usageEvents(): readonly AcceptedEvent[];
  /** Takes usage that a publisher sent at an earlier moment. */
  takeUsage(publisherId: string, sent: SentEvent, at: Date): Verdict;
  /** The last hundred calls, the newest first. */
  calls(): readonly MarketplaceCall[];
  clearCalls(): void;
  setFault(fault: MarketplaceFault): void;
  clearFaults(): void;
  changeSettings(changes: Partial<Settings>): void;
  changeDialect(changes: Partial<Dialect>): void;
  /** In the order they began. */
  operations(): readonly Operation[];
  /** The webhooks, in the order they were made. */
  deliveries(): readonly WebhookDelivery[];
}

export async function startMarketplaceEmulator(
  options: MarketplaceEmulatorOptions,
): Promise<MarketplaceEmulator> {
  const now = options.now ?? (() => new Date());
  const journal = options.dataFile === undefined ? undefined : openJournal<AcceptedEvent>(options.dataFile);
  const register = createMarketplaceRegister(options.directory, now);
  const ledger = createUsageLedger(journal);
  const faults = createMarketplaceFaults(options.seed ?? 1);
  const calls = createCallLog<MarketplaceCall>();
  let url = '';
  const fulfilment = createFulfilment({
    idpUrl: options.idp.url,
    register,
    settings: createSwitches(defaultSettings, options.settings),
    dialect: createSwitches(documentedDialect, options.dialect),
    url: () => url,
    now,
  });

  const listener = createMarketplaceListener({
    controls: {
      metering: { register, ledger },
      fulfilment,
      faults,
      calls,
      onPublisher: options.onPublisher ?? (() => {}),
      now,
    },
    offers: createOfferFeed(options.directory, register, options.readOffers),
    checkToken: createTokenCheck({ idpUrl: options.idp.url, audiences: [microsoftMarketplace.appId], now }),
    now,
  });
  const server = await serveOnLoopback(() => listener, options);
  ({ url } = server);

  return {
    ...server,
    registerPublisher: register.registerPublisher,
    registerSubscription: register.registerSubscription,
    registerBuyer: register.registerBuyer,
    changeState: register.changeState,
    setAddresses: register.setAddresses,
    findSubscription: register.findSubscription,
    usageEvents: ledger.list,
    takeUsage(publisherId, sent, at) {
      const publisher = register.findPublisher(publisherId);
      if (!publisher) throw new CommandError('there is no such publisher');
      return checkAndStore(sent, publisher, { register, ledger }, at);
    },
    calls: calls.recent,
    clearCalls: calls.clear,
    setFault: faults.set,
    clearFaults: () => faults.clear(),
    changeSettings: fulfilment.settings.change,
    changeDialect: fulfilment.dialect.change,
    operations: fulfilment.operations.list,
    deliveries: fulfilment.deliveries.list,
    async close() {
      fulfilment.close();
      await server.close();
      journal?.close();
    },
  };
}
