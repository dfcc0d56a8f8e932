import { type Random, shuffled, thinned } from '../../shell/random.ts';
import { isObject, parseObject } from '../../shell/read-json.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import type { Publisher } from '../directory.ts';
import type { Failure } from '../failure.ts';
import type { MarketplaceFaultKind } from '../faults.ts';
import { checkAndStore, type Metering, type Verdict } from './verdict.ts';
import { batchItem, singleResponse } from './verdict-shape.ts';

export interface SendingContext {
  readonly publisher: Publisher;
  readonly metering: Metering;
  readonly now: Date;
  readonly faultKind: MarketplaceFaultKind | undefined;
  readonly random: Random;
}

const batchLimit = 25;
const unspecified: Verdict = {
  status: 'Error',
  target: 'usageEventRequest',
  message: 'Something went wrong.',
};

export function answerUsageEvent(
  body: string,
  { publisher, metering, now }: SendingContext,
): EmulatorResponse | Failure {
  const sent = parseObject(body);
  return sent ? singleResponse(checkAndStore(sent, publisher, metering, now)) : malformed;
}

/** Whether a batch has an event of the resource and the dimension; either may be absent. */
export function batchHolds(
  body: string,
  { resourceId, dimension }: { readonly resourceId?: string; readonly dimension?: string },
): boolean {
  return (readItems(body) ?? []).some(
    (item) =>
      isObject(item) &&
      (resourceId === undefined || item.resourceId === resourceId) &&
      (dimension === undefined || item.dimension === dimension),
  );
}

/** A well-formed batch is answered with 200, whatever the statuses of its items. */
export function answerBatch(body: string, context: SendingContext): EmulatorResponse | Failure {
  const { publisher, metering, now, faultKind, random } = context;
  const items = readItems(body);
  if (!items?.every(isObject)) return malformed;
  if (items.length === 0 || items.length > batchLimit) {
    const subject = `A batch holds 1 to ${batchLimit} events; this has ${items.length}.`;
    return { failure: 'badArgument', subject, target: 'request' };
  }
  const result = items.map((sent) => {
    const verdict = faultKind === 'error-items' ? unspecified : checkAndStore(sent, publisher, metering, now);
    return batchItem(sent, verdict, now);
  });
  return { status: 200, body: { result: disturbed(result, faultKind, random), count: result.length } };
}

function readItems(body: string): readonly unknown[] | undefined {
  const items = parseObject(body)?.request;
  return Array.isArray(items) ? items : undefined;
}

function disturbed(result: readonly object[], faultKind: MarketplaceFaultKind | undefined, random: Random) {
  if (faultKind === 'shuffled') return shuffled(result, random);
  return faultKind === 'missing-items' ? thinned(result, random) : result;
}

const malformed: Failure = {
  failure: 'badArgument',
  subject: 'The body is not what this call takes.',
  target: 'usageEventRequest',
};
