import { createCallLog } from '../shell/call-log.ts';
import { openJournal } from '../shell/journal.ts';
import { type LoopbackOptions, type LoopbackServer, serveOnLoopback } from '../shell/serve-on-loopback.ts';
import { createSwitches } from '../shell/switches.ts';
import { createTimers } from '../shell/timers.ts';
import { createEvents, type EventDelivery } from './agreements/events.ts';
import { createLifecycle, type Lifecycle } from './agreements/lifecycle.ts';
import { createRegistrationTokens, type RegistrationToken } from './agreements/registration-tokens.ts';
import { type Clock, createClock } from './clock.ts';
import { type AwsDialect, usualDialect } from './dialect.ts';
import { type AwsDirectory, type AwsRegister, createAwsRegister } from './directory.ts';
import { type AwsFault, createAwsFaults } from './faults.ts';
import { createAwsListener } from './listener.ts';
import type { AwsCallEntry, AwsMarketplace } from './marketplace.ts';
import { type AcceptedRecord, createMeteringLedger } from './metering/ledger.ts';
import { createRateLimit } from './metering/rate-limit.ts';
import { createProductFeed, type ReadProducts } from './product-feed.ts';
import { createSessions } from './protocol/caller.ts';
import { type AwsSettings, defaultSettings } from './settings.ts';

export interface AwsEmulatorOptions extends LoopbackOptions {
  readonly directory: AwsDirectory;
  /** Read before each request, and sold instead of the directory's products. */
  readonly readProducts?: ReadProducts;
  /** Settings other than the documented ones. */
  readonly settings?: Partial<AwsSettings>;
  readonly dialect?: Partial<AwsDialect>;
  /** The seed of the faults' randomness. */
  readonly seed?: number;
  /** A file that stores accepted usage between runs. */
  readonly dataFile?: string;
  /** The time of the emulator before its clock is moved. */
  readonly now?: () => Date;
  /** The time by which signatures are checked, for callers with a clock of their own; otherwise the real time. */
  readonly signingNow?: () => Date;
}

/** Every service is at the same address. */
export interface AwsEmulator
  extends LoopbackServer,
    Pick<Lifecycle, 'purchase' | 'amend' | 'renew' | 'replace' | 'end'>,
    Pick<
      AwsRegister,
      | 'registerSeller'
      | 'registerProduct'
      | 'registerBuyer'
      | 'registerAccessKey'
      | 'registerRole'
      | 'registerAgreement'
      | 'setDestination'
      | 'findAgreement'
    > {
  readonly clock: Clock;
  /** A registration token, as "Set up your account" posts it. */
  issueToken(agreementId: string): RegistrationToken;
  /** Accepted usage, in the order of acceptance. */
  usageRecords(): readonly AcceptedRecord[];
  /** The last hundred calls, the newest first. */
  calls(): readonly AwsCallEntry[];
  clearCalls(): void;
  setFault(fault: AwsFault): void;
  clearFaults(): void;
  changeSettings(changes: Partial<AwsSettings>): void;
  changeDialect(changes: Partial<AwsDialect>): void;
  /** The events, in the order they were made. */
  deliveries(): readonly EventDelivery[];
}

export async function startAwsEmulator(options: AwsEmulatorOptions): Promise<AwsEmulator> {
  const clock = createClock(options.now ?? (() => new Date()));
  const journal = options.dataFile === undefined ? undefined : openJournal<AcceptedRecord>(options.dataFile);
  const register = createAwsRegister(options.directory);
  const settings = createSwitches(defaultSettings, options.settings);
  const dialect = createSwitches(usualDialect, options.dialect);
  const timers = createTimers();
  const events = createEvents({ register, settings, dialect, timers, now: clock.now });
  const lifecycle = createLifecycle({ register, events, settings, dialect, now: clock.now });
  const tokens = createRegistrationTokens();
  const ledger = createMeteringLedger(journal);
  const faults = createAwsFaults(options.seed ?? 1);
  const calls = createCallLog<AwsCallEntry>();
  const marketplace: AwsMarketplace = {
    register,
    sessions: createSessions(),
    tokens,
    lifecycle,
    events,
    ledger,
    rateLimit: createRateLimit(),
    faults,
    calls,
    settings,
    dialect,
    clock,
    signingNow: options.signingNow ?? (() => new Date()),
  };
  const products = createProductFeed(options.directory, register, options.readProducts);
  const listener = createAwsListener(marketplace, products);
  const server = await serveOnLoopback(() => listener, options);

  return {
    ...server,
    ...lifecycle,
    clock,
    registerSeller: register.registerSeller,
    registerProduct: register.registerProduct,
    registerBuyer: register.registerBuyer,
    registerAccessKey: register.registerAccessKey,
    registerRole: register.registerRole,
    registerAgreement: register.registerAgreement,
    setDestination: register.setDestination,
    findAgreement: register.findAgreement,
    issueToken: (agreementId) =>
      tokens.issue(agreementId, new Date(clock.now().getTime() + settings.get().tokenSeconds * 1000)),
    usageRecords: ledger.list,
    calls: calls.recent,
    clearCalls: calls.clear,
    setFault: faults.set,
    clearFaults: () => faults.clear(),
    changeSettings: settings.change,
    changeDialect: dialect.change,
    deliveries: events.list,
    async close() {
      timers.close();
      events.close();
      await server.close();
      journal?.close();
    },
  };
}
