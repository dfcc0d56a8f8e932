import type { CallLog } from '../shell/call-log.ts';
import { type Call, countedOutcomes } from '../shell/call-log.ts';
import type { Switches } from '../shell/switches.ts';
import type { Events } from './agreements/events.ts';
import type { Lifecycle } from './agreements/lifecycle.ts';
import type { RegistrationTokens } from './agreements/registration-tokens.ts';
import type { Clock } from './clock.ts';
import type { AwsDialect } from './dialect.ts';
import type { AwsRegister } from './directory.ts';
import type { AwsFaults } from './faults.ts';
import type { MeteringLedger } from './metering/ledger.ts';
import type { RateLimit } from './metering/rate-limit.ts';
import type { Sessions } from './protocol/caller.ts';
import type { AwsSettings } from './settings.ts';

export interface AwsCallEntry extends Call {
  readonly operation: string;
  readonly accountId: string | undefined;
  readonly region: string | undefined;
  /** The type of the error, where there was one. */
  readonly error: string | undefined;
}

/** Everything that the calls, the commands and the page share. */
export interface AwsMarketplace {
  readonly register: AwsRegister;
  readonly sessions: Sessions;
  readonly tokens: RegistrationTokens;
  readonly lifecycle: Lifecycle;
  readonly events: Events;
  readonly ledger: MeteringLedger;
  readonly rateLimit: RateLimit;
  readonly faults: AwsFaults;
  readonly calls: CallLog<AwsCallEntry>;
  readonly settings: Switches<AwsSettings>;
  readonly dialect: Switches<AwsDialect>;
  readonly clock: Clock;
  readonly signingNow: () => Date;
}

/** The statuses of a batch's records. */
export function outcomesOf(output: object): string {
  const { Results = [], UnprocessedRecords = [] } = output as {
    readonly Results?: readonly { readonly Status: string }[];
    readonly UnprocessedRecords?: readonly unknown[];
  };
  return countedOutcomes([
    ...Results.map(({ Status }) => Status),
    ...UnprocessedRecords.map(() => 'Unprocessed'),
  ]);
}
