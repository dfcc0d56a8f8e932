import type { ApplicationAccount } from '../../core/marketplace/connections/kinds.ts';
import type {
  BatchResponse,
  MarketplaceUsageResponse,
  MeteringService,
  UsageEvent,
} from '../../core/usage/ports.ts';
import { type Failure, failure, plainText } from '../outgoing/failure.ts';
import { type HttpResponse, requestName } from '../outgoing/http-call.ts';
import { readBatchResponse } from './batch-response.ts';
import { exactQuantity } from './loose-values.ts';
import { type MarketplaceRequest, wordsOfError } from './marketplace-call.ts';
import { createMarketplaceCaller, type MarketplaceCallerOptions } from './marketplace-caller.ts';
import { readUsageRows, startOfHour } from './usage-rows.ts';

export interface MeteringServiceOptions extends Omit<MarketplaceCallerOptions, 'budgetMilliseconds'> {
  /** For a whole call, including the token and a retry with a new token. */
  readonly budgetMilliseconds?: number;
}

const batchLimit = 25;
const batchResponseLimitBytes = 1024 * 1024;
const usageLimitBytes = 64 * 1024 * 1024;
const unreadableList = 'The marketplace’s list of usage cannot be understood.';

/** A client of Microsoft's metering service. It retries only a refused token; the sender schedules other retries. */
export function createMeteringService(
  options: MeteringServiceOptions,
): MeteringService<ApplicationAccount> & { stop(): void } {
  const caller = createMarketplaceCaller({ budgetMilliseconds: 30_000, ...options });
  const call = (connection: ApplicationAccount, request: MarketplaceRequest) =>
    caller.call(connection, { ...request, isRepeatable: false });

  return {
    async sendBatch(connection, events: readonly UsageEvent[]): Promise<BatchResponse> {
      if (events.length > batchLimit) throw new RangeError(`a batch has at most ${batchLimit} events`);
      if (events.length === 0) return { outcome: 'answered', items: [] };
      const request = {
        method: 'POST' as const,
        path: 'batchUsageEvent',
        body: batchBody(events),
        limitBytes: batchResponseLimitBytes,
      };
      const answer = readMeteringResponse(await call(connection, request));
      if (answer.outcome === 'failure') return { ...answer, outcome: 'undecided' };
      if (answer.outcome === 'refused') return answer;
      const items = readBatchResponse(answer.body, events);
      return items
        ? { outcome: 'answered', items }
        : { ...failure('The marketplace’s response has no results.'), outcome: 'undecided' };
    },

    async readUsage(connection, from, to): Promise<MarketplaceUsageResponse> {
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
      const read = readMeteringResponse(answer);
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

/** A successful call. */
interface CompletedCall {
  readonly outcome: 'carried-out';
  readonly body: unknown;
}

/** The marketplace refused the content with a documented 400. A 400 from a proxy is a failure. */
interface RefusedCall {
  readonly outcome: 'refused';
  readonly status: string;
  readonly reason: string;
}

const service = 'The marketplace';
const badArgument = 'BadArgument';

function readMeteringResponse(answer: HttpResponse | Failure): CompletedCall | RefusedCall | Failure {
  if (answer.outcome !== 'answered') return answer;
  const { status, body, text, requestId } = answer;
  const name = requestName(requestId);
  // A wrong address, or an emulator without a metering service: it answers with a page.
  const isMissing = status === 404;
  const isConfiguration = status === 401 || status === 403 || isMissing;
  if (body === undefined && text.trim() !== '') {
    return failure(`${service} answered ${status}${name}: answer unreadable.`, {
      isConfiguration: isMissing,
      ...(isMissing && { isMissing }),
    });
  }
  if (status === 200) return { outcome: 'carried-out', body };
  const reason = `${service} answered ${status}${name}.`;
  if (status === 400 && isBadArgument(body)) {
    const refusal = plainText(`${reason} ${wordsOfError(body)}`);
    return { outcome: 'refused', status: badArgument, reason: refusal };
  }
  return failure(reason, { isConfiguration, ...(isMissing && { isMissing }) });
}

function isBadArgument(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === badArgument;
}

/**
 * Written piece by piece: quantities are exact decimals, which `JSON.stringify` would round. Most events of a batch are
 * of one hour, which is formatted once.
 */
export function batchBody(events: readonly UsageEvent[]): string {
  let last = Number.NaN;
  let hourText = '';
  const texts = events.map(({ resourceId, planId, dimension, hour, quantity }) => {
    if (hour.getTime() !== last) hourText = startOfHour(hour).toISOString();
    last = hour.getTime();
    return (
      `{"resourceId":${JSON.stringify(resourceId)},"planId":${JSON.stringify(planId)},` +
      `"dimension":${JSON.stringify(dimension)},"effectiveStartTime":"${hourText}",` +
      `"quantity":${exactQuantity(quantity)}}`
    );
  });
  return `{"request":[${texts.join(',')}]}`;
}
