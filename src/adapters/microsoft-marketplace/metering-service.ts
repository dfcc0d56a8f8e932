import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import type {
  BatchAnswer,
  MarketplaceUsageAnswer,
  MeteringService,
  UsageEvent,
} from '../../core/usage/ports.ts';
import { failure } from '../outgoing/failure.ts';
import { readBatchAnswer } from './batch-answer.ts';
import { batchBody } from './batch-body.ts';
import type { MarketplaceRequest } from './marketplace-call.ts';
import { createMarketplaceCaller, type MarketplaceCallerOptions } from './marketplace-caller.ts';
import { readMeteringAnswer } from './metering-answer.ts';
import { readUsageRows } from './usage-rows.ts';

export interface MeteringServiceOptions extends Omit<MarketplaceCallerOptions, 'budgetMilliseconds'> {
  /** For a whole call, including the token and a retry with a new token. */
  readonly budgetMilliseconds?: number;
}

const batchLimit = 25;
const batchAnswerLimitBytes = 1024 * 1024;
const usageLimitBytes = 64 * 1024 * 1024;
const unreadableList = 'The marketplace’s list of usage cannot be understood.';

/** A client of Microsoft's metering service. It retries only a refused token; the sender schedules other retries. */
export function createMeteringService(options: MeteringServiceOptions): MeteringService & { stop(): void } {
  const caller = createMarketplaceCaller({ budgetMilliseconds: 30_000, ...options });
  const call = (connection: MarketplaceConnection, request: MarketplaceRequest) =>
    caller.call(connection, { ...request, isRepeatable: false });

  return {
    async sendBatch(connection, events: readonly UsageEvent[]): Promise<BatchAnswer> {
      if (events.length > batchLimit) throw new RangeError(`a batch has at most ${batchLimit} events`);
      if (events.length === 0) return { outcome: 'answered', items: [] };
      const request = {
        method: 'POST' as const,
        path: 'batchUsageEvent',
        body: batchBody(events),
        limitBytes: batchAnswerLimitBytes,
      };
      const answer = readMeteringAnswer(await call(connection, request));
      if (answer.outcome === 'failure') return { ...answer, outcome: 'undecided' };
      if (answer.outcome === 'refused') return answer;
      const items = readBatchAnswer(answer.body, events);
      return items
        ? { outcome: 'answered', items }
        : { ...failure('The marketplace’s response has no results.'), outcome: 'undecided' };
    },

    async readUsage(connection, from, to): Promise<MarketplaceUsageAnswer> {
      const query = { usageStartDate: dayOf(from), UsageEndDate: dayOf(to) };
      const answer = await call(connection, {
        method: 'GET',
        path: 'usageEvents',
        query,
        limitBytes: usageLimitBytes,
      });
      if (answer.outcome === 'answered' && answer.status === 200) {
        const rows = await readUsageRows(answer.text);
        if (rows) return { outcome: 'read', rows };
      }
      const read = readMeteringAnswer(answer);
      if (read.outcome === 'failure') return { ...read, outcome: 'unavailable' };
      const reason = read.outcome === 'refused' ? read.reason : unreadableList;
      return { ...failure(reason), outcome: 'unavailable' };
    },

    stop: caller.stop,
  };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
