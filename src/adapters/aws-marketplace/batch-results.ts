import { readLicenceArn } from '../../core/marketplace/licences/licence-address.ts';
import type { UsageEvent, UsageEventOutcome } from '../../core/usage/ports.ts';
import { plainText } from '../outgoing/failure.ts';
import { membersOf, textOf } from './error-code.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The outcome of each event. Results match events by licence, dimension and hour, in any order. Undefined if the body has
 * no results.
 */
export function readBatchResults(
  body: Members,
  events: readonly UsageEvent[],
): readonly UsageEventOutcome[] | undefined {
  const { Results: results, UnprocessedRecords: unprocessed = [] } = body;
  if (!Array.isArray(results) || !Array.isArray(unprocessed)) return undefined;
  const found = new Map<string, Members>();
  for (const item of results) {
    const result = membersOf(item) ?? {};
    found.set(nameOfRecord(membersOf(result.UsageRecord) ?? {}), result);
  }
  const left = new Set(unprocessed.map((record) => nameOfRecord(membersOf(record) ?? {})));
  return events.map((event) => {
    const name = nameOf(event.resourceId, event.dimension, event.hour.getTime() / 1_000);
    const result = found.get(name);
    if (result) return readResult(result, event);
    return undecided(
      left.has(name)
        ? 'AWS has not processed the record.'
        : 'The response of AWS does not contain the record.',
    );
  });
}

function readResult(result: Members, event: UsageEvent): UsageEventOutcome {
  const status = textOf(result.Status);
  const echoed = membersOf(result.UsageRecord)?.Quantity;
  const isOurs = echoed === undefined || echoed === Number(event.quantity);
  switch (status) {
    case 'Success':
      return isOurs
        ? { outcome: 'accepted', usageEventId: textOf(result.MeteringRecordId) || null }
        : { outcome: 'duplicate', acceptedQuantity: wholeNumber(echoed) };
    case 'DuplicateRecord':
      if (!isOurs) return { outcome: 'duplicate', acceptedQuantity: wholeNumber(echoed) };
      // The first record of an hour counts: it is ours if an earlier attempt may have arrived.
      return { outcome: 'duplicate', acceptedQuantity: event.isRepeated ? event.quantity : 'another' };
    case 'CustomerNotSubscribed': {
      const reason = 'The buyer has no active licence for the hour.';
      return { outcome: 'rejected', status, reason };
    }
    default: {
      const named = /^[A-Za-z]{1,64}$/.test(status) ? `the unknown status ${status}` : 'an unknown status';
      return undecided(`AWS answered ${named}.`);
    }
  }
}

function wholeNumber(value: unknown): string | 'another' {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : 'another';
}

function nameOfRecord({ LicenseArn: licence, Dimension: dimension, Timestamp: time }: Members): string {
  const seconds = typeof time === 'number' ? time : Date.parse(textOf(time)) / 1_000;
  return nameOf(textOf(licence), textOf(dimension), seconds);
}

/** The key of a record on both sides. */
function nameOf(licence: string, dimension: string, seconds: number): string {
  return JSON.stringify([readLicenceArn(licence) ?? licence, dimension, Math.floor(seconds / 3_600)]);
}

function undecided(reason: string): UsageEventOutcome {
  return { outcome: 'undecided', reason: plainText(reason) };
}
