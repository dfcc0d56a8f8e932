import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/**
 * How the provider can be away: it answers 503, answers 429, takes requests and never answers, or drops the
 * connection.
 */
export const OUTAGES = ['none', 'unavailable', 'throttled', 'hang', 'reset'] as const;

export type Outage = (typeof OUTAGES)[number];

export function isOutage(value: unknown): value is Outage {
  return OUTAGES.some((outage) => outage === value);
}

export function dropConnection({ socket }: IncomingMessage): void {
  // Only a bare TCP socket can send a reset.
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}
