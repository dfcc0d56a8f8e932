import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBearerTokens } from './bearer-token.ts';
import { type Call, createCallLog } from './call-log.ts';
import {
  createMarketplaceRegister,
  type MarketplaceDirectory,
  type MarketplaceRegister,
  type Publisher,
} from './directory.ts';
import { createFaults, type Fault } from './fault.ts';
import { createListener } from './listener.ts';
import { openUsageJournal } from './metering/usage-journal.ts';
import { type AcceptedEvent, createUsageLedger } from './metering/usage-ledger.ts';

export interface MarketplaceEmulatorOptions {
  /** The Entra emulator whose tokens are taken. */
  readonly idp: { readonly url: string };
  readonly directory: MarketplaceDirectory;
  /** A free port is taken where none is given. */
  readonly port?: number;
  /** Of all that is random in the faults. */
  readonly seed?: number;
  /** A file that keeps accepted usage from one run to the next. */
  readonly dataFile?: string;
  /** Told of every publisher that is registered over HTTP. */
  readonly onPublisher?: (publisher: Publisher) => void;
  readonly now?: () => Date;
}

export interface MarketplaceEmulator
  extends Pick<MarketplaceRegister, 'registerPublisher' | 'registerSubscription' | 'changeState'> {
  /** `http://127.0.0.1:…`; the API is under `/api`. */
  readonly url: string;
  /** What was accepted, in that order. */
  usageEvents(): readonly AcceptedEvent[];
  /** The last hundred calls, the newest first. */
  calls(): readonly Call[];
  forgetCalls(): void;
  setFault(fault: Fault): void;
  clearFaults(): void;
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

  const server = createServer(
    createListener({
      controls: {
        metering: { register, ledger },
        faults,
        calls,
        onPublisher: options.onPublisher ?? (() => {}),
      },
      bearerTokens: createBearerTokens(options.idp.url, now),
      now,
    }),
  );
  server.requestTimeout = 10_000;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    registerPublisher: register.registerPublisher,
    registerSubscription: register.registerSubscription,
    changeState: register.changeState,
    usageEvents: ledger.list,
    calls: calls.recent,
    forgetCalls: calls.clear,
    setFault: faults.set,
    clearFaults: faults.clear,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      journal?.close();
    },
  };
}
