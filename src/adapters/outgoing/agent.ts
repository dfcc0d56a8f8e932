import { Agent } from 'undici';
import { guardedConnector, nameServers, type Resolve } from './guarded-connector.ts';

export type { Agent, Dispatcher } from 'undici';

export interface PartnerAgentOptions {
  /** For development only. */
  readonly allowsLoopback: boolean;
  readonly connectTimeoutMilliseconds?: number;
  readonly resolve?: Resolve;
}

/** Callers set their own deadlines. */
const withoutTimeouts = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384 };
const connectTimeout = 15_000;

/** For addresses that partners choose: connects to allowed addresses only. */
export function partnerAgent({
  allowsLoopback,
  connectTimeoutMilliseconds = connectTimeout,
  resolve = nameServers(),
}: PartnerAgentOptions): Agent {
  return new Agent({
    ...withoutTimeouts,
    connect: guardedConnector(allowsLoopback, connectTimeoutMilliseconds, resolve),
  });
}

/** For addresses in the operator's settings, which may be in the operator's network. */
export function operatorAgent(): Agent {
  return new Agent(withoutTimeouts);
}
