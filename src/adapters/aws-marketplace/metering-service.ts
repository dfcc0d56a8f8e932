import type { SellerAccount } from '../../core/marketplace/connections/kinds.ts';
import type { MeteringService, UsageEvent } from '../../core/usage/ports.ts';
import { failure } from '../outgoing/failure.ts';
import { readBatchResults } from './batch-results.ts';
import { failureOf } from './error-code.ts';
import { createSellerCaller, type SellerCallerOptions } from './seller-caller.ts';

export interface MeteringServiceOptions extends Omit<SellerCallerOptions, 'budgetMilliseconds'> {
  readonly budgetMilliseconds?: number;
}

const batchLimit = 25;
const maxQuantity = 2_147_483_647;

/** Refusals of the whole batch that are not about one of its records. */
const notOfRecords: readonly string[] = [
  'ExpiredTokenException',
  'ExpiredToken',
  'UnknownOperationException',
];

/** A client of AWS's metering service, which takes whole units. The sender schedules retries. */
export function createMeteringService(
  options: MeteringServiceOptions,
): MeteringService<SellerAccount> & { stop(): void } {
  const caller = createSellerCaller({ budgetMilliseconds: 30_000, ...options });
  return {
    async sendBatch(account, events) {
      if (events.length > batchLimit) throw new RangeError(`a batch has at most ${batchLimit} events`);
      if (events.length === 0) return { outcome: 'answered', items: [] };
      const body = JSON.stringify({ UsageRecords: events.map(recordOf) });
      const answer = await caller.call(account, { operation: 'BatchMeterUsage', body, isRepeatable: false });
      if (answer.outcome === 'failure') return { ...answer, outcome: 'undecided' };
      if (answer.outcome === 'refused') {
        const { code, reason } = answer;
        return notOfRecords.includes(code)
          ? { ...failureOf(answer), outcome: 'undecided' }
          : { outcome: 'refused', status: code, reason };
      }
      const items = readBatchResults(answer.body, events);
      return items
        ? { outcome: 'answered', items }
        : { ...failure('The response of AWS has no results.'), outcome: 'undecided' };
    },

    async readUsage() {
      return { ...failure('AWS does not show metered usage.'), outcome: 'unavailable' };
    },

    stop: caller.stop,
  };
}

/** Without a product code: sent with the licence, it would be billed twice. */
function recordOf({ resourceId, dimension, hour, quantity, account }: UsageEvent) {
  if (!/^\d{1,10}$/.test(quantity) || Number(quantity) > maxQuantity) {
    throw new RangeError(`"${quantity}" is not a whole number of units`);
  }
  if (account === undefined) throw new RangeError(`The buyer's account of ${resourceId} is missing`);
  return {
    Timestamp: Math.floor(hour.getTime() / 1_000),
    CustomerAWSAccountId: account,
    LicenseArn: resourceId,
    Dimension: dimension,
    Quantity: Number(quantity),
  };
}
