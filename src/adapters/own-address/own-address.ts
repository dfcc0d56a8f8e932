import type { OwnAddress } from '../../core/ports.ts';
import { readBoundedText } from '../outgoing/bounded-text.ts';
import { withinBudget } from '../outgoing/budget.ts';

const budgetMilliseconds = 5_000;
const limitBytes = 64 * 1024;

/** Calls the service by the address that it has on the outside, to see whether that leads to it. */
export function createOwnAddress(call: typeof fetch = fetch): OwnAddress & { stop(): void } {
  const stopping = new AbortController();
  return {
    async probe(address) {
      try {
        const found = await withinBudget(budgetMilliseconds, stopping.signal, (signal) =>
          read(call, address, signal),
        );
        return (
          found ?? { outcome: 'elsewhere', reason: `no answer within ${budgetMilliseconds / 1_000} seconds` }
        );
      } catch (error) {
        return { outcome: 'elsewhere', reason: wordFault(error) };
      }
    },
    stop: () => stopping.abort(),
  };
}

/** What only takes POST refuses GET in the service's own words; whoever stands in front has others. */
async function read(call: typeof fetch, address: string, signal: AbortSignal) {
  const response = await call(address, { signal, redirect: 'manual' });
  const text = await readBoundedText(response.body, limitBytes);
  return response.status === 405 && text.includes('"request.method_not_allowed"')
    ? ({ outcome: 'ours' } as const)
    : ({ outcome: 'elsewhere', reason: `something else answers, with ${response.status}` } as const);
}

/** `fetch` says that it failed; why is in the cause. */
function wordFault(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || 'it cannot be reached' : 'it cannot be reached';
}
