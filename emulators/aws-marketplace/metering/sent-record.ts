import { isObject, type Members } from '../../shell/read-json.ts';
import type { Failure } from '../protocol/failure.ts';

/** A usage record as it was sent, with its parts read. */
export interface SentRecord {
  /** As sent, to be echoed. */
  readonly sent: Members;
  readonly time: Date;
  readonly dimension: string;
  readonly quantity: number;
  readonly accountId: string | undefined;
  readonly licenseArn: string | undefined;
  readonly customerIdentifier: string | undefined;
}

const batchLimit = 25;
const highest = 2_147_483_647;

/** Reads the records of a batch, or says why it is refused. */
export function readRecords({ UsageRecords }: Members): readonly SentRecord[] | Failure {
  if (!Array.isArray(UsageRecords))
    return invalid("Value at 'usageRecords' failed to satisfy constraint: Member must not be null");
  if (UsageRecords.length > batchLimit) {
    return invalid(
      `Value at 'usageRecords' failed to satisfy constraint: Member must have length less than or equal to ${batchLimit}`,
    );
  }
  const records: SentRecord[] = [];
  for (const sent of UsageRecords) {
    const record = isObject(sent) ? readRecord(sent) : unreadable('a record is no object');
    if ('failure' in record) return record;
    records.push(record);
  }
  return records;
}

function readRecord(sent: Members): SentRecord | Failure {
  const { Timestamp, Dimension, Quantity = 0, CustomerAWSAccountId, LicenseArn, CustomerIdentifier } = sent;
  const texts = [CustomerAWSAccountId, LicenseArn, CustomerIdentifier];
  if (texts.some((text) => text !== undefined && typeof text !== 'string'))
    return unreadable('a text is none');
  if (typeof Timestamp !== 'number') return unreadable('Timestamp is no number');
  if (typeof Quantity !== 'number' || !Number.isInteger(Quantity) || Math.abs(Quantity) > highest + 1) {
    return unreadable('Quantity cannot be converted to an Integer');
  }
  if (Quantity < 0 || Quantity > highest)
    return invalid(
      `Value '${Quantity}' at 'quantity' failed to satisfy constraint: Member must have value from 0 to ${highest}`,
    );
  if (typeof Dimension !== 'string' || Dimension === '' || Dimension.length > 255) {
    return invalid(
      "Value at 'dimension' failed to satisfy constraint: Member must have length from 1 to 255",
    );
  }
  const time = new Date(Timestamp * 1000);
  if (Number.isNaN(time.getTime())) return unreadable('Timestamp is no time');
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return (
    allocationProblem(sent.UsageAllocations, Quantity) ?? {
      sent,
      time,
      dimension: Dimension,
      quantity: Quantity,
      accountId: text(CustomerAWSAccountId),
      licenseArn: text(LicenseArn),
      customerIdentifier: text(CustomerIdentifier),
    }
  );
}

const tagText = /^[a-zA-Z0-9+ \-=._:/@]+$/;

/** Allocations divide the whole quantity among distinct sets of tags. */
function allocationProblem(allocations: unknown, quantity: number): Failure | undefined {
  if (allocations === undefined || allocations === null) return undefined;
  const refused = (message: string): Failure => ({ failure: 'InvalidUsageAllocationsException', message });
  const isList = Array.isArray(allocations) && allocations.length >= 1 && allocations.length <= 2_500;
  if (!isList || !allocations.every(isObject)) return refused('There must be 1 to 2500 allocations.');
  const sum = allocations.reduce(
    (total, { AllocatedUsageQuantity }) => total + Number(AllocatedUsageQuantity),
    0,
  );
  if (sum !== quantity) return refused('The allocations must add up to the quantity.');
  const sets = new Set<string>();
  for (const { Tags = [] } of allocations) {
    const tags = Array.isArray(Tags) ? Tags.filter(isObject) : [];
    const isRight = ({ Key, Value }: Members) => tagText.test(String(Key)) && tagText.test(String(Value));
    if (!Array.isArray(Tags) || tags.length > 5 || tags.length < Tags.length || !tags.every(isRight)) {
      return { failure: 'InvalidTagException', message: 'The tags are not valid.' };
    }
    sets.add(JSON.stringify(tags.map(({ Key, Value }) => [Key, Value]).sort()));
  }
  return sets.size < allocations.length ? refused('Two allocations have the same tags.') : undefined;
}

function invalid(message: string): Failure {
  return { failure: 'ValidationException', message: `1 validation error detected: ${message}` };
}

function unreadable(message: string): Failure {
  return { failure: 'SerializationException', message };
}
