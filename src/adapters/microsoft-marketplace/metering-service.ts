import { setMaxListeners } from 'node:events';
import type {
  BatchAnswer,
  Clock,
  MarketplaceConnection,
  MarketplaceUsageAnswer,
  MeteringService,
  UsageEvent,
} from '../../core/ports.ts';
import { createAccessTokens } from '../outgoing/access-tokens.ts';
import { withinBudget } from '../outgoing/budget.ts';
import { type Account, accountOf } from './account.ts';
import { readBatchAnswer } from './batch-answer.ts';
import { batchBody } from './batch-body.ts';
import { type CarriedOut, callMarketplace, type MarketplaceRequest } from './marketplace-call.ts';
import { requestToken } from './request-token.ts';
import { type Trouble, trouble } from './trouble.ts';
import { readUsageRows } from './usage-rows.ts';

export interface MeteringServiceOptions {
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
  /** For a whole call, its token and its second try with a new token included. */
  readonly budgetMilliseconds?: number;
}

const batchLimit = 25;
const batchAnswerLimitBytes = 1024 * 1024;
const usageLimitBytes = 64 * 1024 * 1024;

/** Speaks to Microsoft's metering service. It retries nothing but a refused token: when to send again is the sender's. */
export function createMeteringService(options: MeteringServiceOptions): MeteringService & { stop(): void } {
  const { clock, budgetMilliseconds = 30_000 } = options;
  const stopping = new AbortController();
  // Every call in flight listens; that is no leak.
  setMaxListeners(0, stopping.signal);
  const http = { fetch: options.fetch ?? fetch, clock };
  const unanswered = () =>
    trouble(
      stopping.signal.aborted
        ? 'The sender was stopped.'
        : `There was no answer within ${budgetMilliseconds / 1_000} seconds.`,
    );

  const tokens = createAccessTokens<Account, Trouble>({
    clock,
    // On its own time: others may be waiting for the same token.
    requestToken: async (account) =>
      (await withinBudget(budgetMilliseconds, stopping.signal, (signal) =>
        requestToken(account, http, signal),
      )) ?? unanswered(),
  });

  async function call(
    connection: MarketplaceConnection,
    request: MarketplaceRequest,
  ): Promise<CarriedOut | Trouble> {
    const account: Account | Trouble = accountOf(connection);
    if (account.outcome === 'trouble') return account;
    const answer = await withinBudget(budgetMilliseconds, stopping.signal, (signal) =>
      callMarketplace(account, request, { ...http, tokens }, signal),
    );
    return answer ?? unanswered();
  }

  return {
    async sendBatch(connection, events: readonly UsageEvent[]): Promise<BatchAnswer> {
      if (events.length > batchLimit) throw new RangeError(`a batch holds at most ${batchLimit} events`);
      if (events.length === 0) return { outcome: 'answered', items: [] };
      const request = {
        path: 'batchUsageEvent',
        body: batchBody(events),
        limitBytes: batchAnswerLimitBytes,
      };
      const answer = await call(connection, request);
      if (answer.outcome === 'trouble') return { ...answer, outcome: 'undecided' };
      const items = readBatchAnswer(answer.body, events, clock.now());
      return items
        ? { outcome: 'answered', items }
        : { ...trouble('The marketplace’s answer holds no results.'), outcome: 'undecided' };
    },

    async readUsage(connection, from, to): Promise<MarketplaceUsageAnswer> {
      const query = { usageStartDate: dayOf(from), UsageEndDate: dayOf(to) };
      const answer = await call(connection, { path: 'usageEvents', query, limitBytes: usageLimitBytes });
      if (answer.outcome === 'trouble') return { ...answer, outcome: 'unavailable' };
      const rows = readUsageRows(answer.body);
      return rows
        ? { outcome: 'read', rows }
        : { ...trouble('The marketplace’s list of usage cannot be understood.'), outcome: 'unavailable' };
    },

    stop: () => stopping.abort(),
  };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
