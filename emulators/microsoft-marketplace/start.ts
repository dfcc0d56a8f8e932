import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBearerTokens } from './bearer-token.ts';
import { type Call, createCallLog } from './call-log.ts';
import { type Dialect, documentedDialect } from './dialect.ts';
import {
  createMarketplaceRegister,
  type MarketplaceDirectory,
  type MarketplaceRegister,
  type Publisher,
} from './directory.ts';
import { createFaults, type Fault } from './fault.ts';
import { createFulfilment } from './fulfilment/fulfilment.ts';
import type { Operation } from './fulfilment/operation.ts';
import { createListener } from './listener.ts';
import { openUsageJournal } from './metering/usage-journal.ts';
import { type AcceptedEvent, createUsageLedger } from './metering/usage-ledger.ts';
import { type Settings, usualSettings } from './settings.ts';
import { createSwitches } from './switches.ts';
import type { Delivery } from './webhooks/deliveries.ts';

export interface MarketplaceEmulatorOptions {
  /** The Entra emulator whose tokens are taken, and which issues those of the webhook calls. */
  readonly idp: { readonly url: string };
  readonly directory: MarketplaceDirectory;
  /** A free port is taken where none is given. */
  readonly port?: number;
  /** How quick and how patient it is, where that is not to be as documented. */
  readonly settings?: Partial<Settings>;
  /** How it differs from the documentation. */
  readonly dialect?: Partial<Dialect>;
  /** Of all that is random in the faults. */
  readonly seed?: number;
  /** A file that keeps accepted usage from one run to the next. */
  readonly dataFile?: string;
  /** Told of every publisher that is registered over HTTP. */
  readonly onPublisher?: (publisher: Publisher) => void;
  readonly now?: () => Date;
}

export interface MarketplaceEmulator
  extends Pick<
    MarketplaceRegister,
    | 'registerPublisher'
    | 'registerSubscription'
    | 'registerBuyer'
    | 'changeState'
    | 'setAddresses'
    | 'findSubscription'
  > {
  /** `http://127.0.0.1:…`; the API is under `/api`. */
  readonly url: string;
  /** What was accepted, in that order. */
  usageEvents(): readonly AcceptedEvent[];
  /** The last hundred calls, the newest first. */
  calls(): readonly Call[];
  forgetCalls(): void;
  setFault(fault: Fault): void;
  clearFaults(): void;
  changeSettings(changes: Partial<Settings>): void;
  changeDialect(changes: Partial<Dialect>): void;
  /** In the order they began. */
  operations(): readonly Operation[];
  /** The webhooks, in the order they were made. */
  deliveries(): readonly Delivery[];
  close(): Promise<void>;
}

export async function startMarketplaceEmulator(
  options: MarketplaceEmulatorOptions,
): Promise<MarketplaceEmulator> {
  const now = options.now ?? (() => new Date());
  const journal = options.dataFile === undefined ? undefined : openUsageJournal(options.dataFile);
  const register = createMarketplaceRegister(options.directory, now);
  const ledger = createUsageLedger(journal);
  const faults = createFaults(options.seed ?? 1);
  const calls = createCallLog();
  let url = '';
  const fulfilment = createFulfilment({
    idpUrl: options.idp.url,
    register,
    settings: createSwitches(usualSettings, options.settings),
    dialect: createSwitches(documentedDialect, options.dialect),
    url: () => url,
    now,
  });

  const server = createServer(
    createListener({
      controls: {
        metering: { register, ledger },
        fulfilment,
        faults,
        calls,
        onPublisher: options.onPublisher ?? (() => {}),
        now,
      },
      bearerTokens: createBearerTokens(options.idp.url, now),
      now,
    }),
  );
  server.requestTimeout = 10_000;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    registerPublisher: register.registerPublisher,
    registerSubscription: register.registerSubscription,
    registerBuyer: register.registerBuyer,
    changeState: register.changeState,
    setAddresses: register.setAddresses,
    findSubscription: register.findSubscription,
    usageEvents: ledger.list,
    calls: calls.recent,
    forgetCalls: calls.clear,
    setFault: faults.set,
    clearFaults: faults.clear,
    changeSettings: fulfilment.settings.change,
    changeDialect: fulfilment.dialect.change,
    operations: fulfilment.operations.list,
    deliveries: fulfilment.deliveries.list,
    async close() {
      fulfilment.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      journal?.close();
    },
  };
}
