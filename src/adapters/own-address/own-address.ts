import { withDeadline } from '../../async/deadline.ts';
import type { OwnAddress } from '../../core/marketplace/ports.ts';
import type { Exchange } from '../outgoing/exchange.ts';
import { failureCause } from '../outgoing/failure-cause.ts';

const budgetMilliseconds = 5_000;
const limitBytes = 64 * 1024;
const unanswered = {
  outcome: 'elsewhere',
  reason: `no response within ${budgetMilliseconds / 1_000} seconds`,
} as const;

/** Calls the public address of the service, to check that it reaches this service. */
export function createOwnAddress(exchange: Exchange): OwnAddress & { stop(): void } {
  const stopping = new AbortController();
  return {
    async probe(address) {
      try {
        return await withDeadline(
          { milliseconds: budgetMilliseconds, stopped: stopping.signal },
          (signal) => read(exchange, address, signal),
          () => unanswered,
        );
      } catch (error) {
        return { outcome: 'elsewhere', reason: failureCause(error) };
      }
    },
    stop: () => stopping.abort(),
  };
}

/** The address only supports POST; GET returns this service's error code, which identifies it. */
async function read(exchange: Exchange, address: string, signal: AbortSignal) {
  const { status, text } = await exchange({ address, method: 'GET', headers: {}, limitBytes }, signal);
  return status === 405 && text.includes('"request.method_not_allowed"')
    ? ({ outcome: 'ours' } as const)
    : ({ outcome: 'elsewhere', reason: `another server responds, with ${status}` } as const);
}
