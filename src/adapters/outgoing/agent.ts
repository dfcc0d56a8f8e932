import { Agent } from 'undici';
import { guardedConnector, nameServers, type Resolve } from './guarded-connector.ts';

export type { Agent, Dispatcher } from 'undici';

export interface PartnerAgentOptions {
  /** On a developer's machine only. */
  readonly allowsLoopback: boolean;
  readonly connectTimeoutMilliseconds?: number;
  readonly resolve?: Resolve;
}

/** How long an answer may take is the caller's affair. */
const untimed = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384 };
const connectTimeout = 15_000;

/** For addresses that partners choose: the socket connects to allowed addresses only. */
export function partnerAgent({
  allowsLoopback,
  connectTimeoutMilliseconds = connectTimeout,
  resolve = nameServers(),
}: PartnerAgentOptions): Agent {
  return new Agent({
    ...untimed,
    connect: guardedConnector(allowsLoopback, connectTimeoutMilliseconds, resolve),
  });
}

/** For addresses of the operator's own settings, which may lie in the operator's network. */
export function operatorAgent(): Agent {
  return new Agent(untimed);
}
