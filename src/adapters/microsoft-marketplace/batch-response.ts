import { readMarketplaceTime } from '../../core/marketplace/term.ts';
import type { UsageEvent, UsageEventOutcome } from '../../core/usage/ports.ts';
import { plainText } from '../outgoing/failure.ts';
import { readQuantity } from './loose-values.ts';
import { describeError, wordsOfError } from './marketplace-call.ts';
import { usageHourName } from './usage-rows.ts';

type Item = Readonly<Record<string, unknown>>;

const rejections: readonly string[] = [
  'ResourceNotFound',
  'ResourceNotAuthorized',
  'ResourceNotActive',
  'InvalidDimension',
  'InvalidQuantity',
  'BadArgument',
];

/**
 * The outcome of each event. Items match events by resource, dimension and hour, in any order. Undefined if the body is
 * not a batch response.
 */
export function readBatchResponse(
  body: unknown,
  events: readonly UsageEvent[],
): readonly UsageEventOutcome[] | undefined {
  const result = isItem(body) ? body.result : undefined;
  if (!Array.isArray(result)) return undefined;
  const items = new Map<string, Item[]>();
  const readTime = lastTimeReader();
  for (const item of result.filter(isItem)) {
    const name = nameOf(item, readTime);
    if (name === undefined) continue;
    const others = items.get(name);
    if (others) others.push(item);
    else items.set(name, [item]);
  }
  return events.map((event) => {
    const found = items.get(usageHourName(event.resourceId, event.dimension, event.hour)) ?? [];
    const [outcome, ...others] = found.map((item) => readItem(item, event));
    if (!outcome) {
      return undecided(
        `The response has ${result.length} items for ${events.length} events, none for this one.`,
      );
    }
    const isOneAnswer = others.every((other) => JSON.stringify(other) === JSON.stringify(outcome));
    return isOneAnswer
      ? outcome
      : undecided(`The response has ${others.length + 1} different items for this one.`);
  });
}

/** Keeps the last time: most items of a response have the same. */
function lastTimeReader(): typeof readMarketplaceTime {
  let last: unknown;
  let time: Date | undefined;
  return (value) => {
    if (value !== last) time = readMarketplaceTime(value);
    last = value;
    return time;
  };
}

function nameOf(
  { resourceId, dimension, effectiveStartTime }: Item,
  readTime = readMarketplaceTime,
): string | undefined {
  const time = readTime(effectiveStartTime);
  return typeof resourceId === 'string' && typeof dimension === 'string' && time
    ? usageHourName(resourceId, dimension, time)
    : undefined;
}

function readItem(item: Item, event: UsageEvent): UsageEventOutcome {
  const status = typeof item.status === 'string' ? item.status.trim() : '';
  if (status === 'Accepted') {
    const { usageEventId } = item;
    return { outcome: 'accepted', usageEventId: typeof usageEventId === 'string' ? usageEventId : null };
  }
  const reason = describeError(item.error);
  if (status === 'Duplicate') return readDuplicate(item, event);
  const words = wordsOfError(item.error) || reason;
  if (status === 'Expired') return { outcome: 'expired', reason: words };
  if (rejections.includes(status)) return { outcome: 'rejected', status, reason: words };
  if (status === 'Error') return undecided(`The marketplace answered Error. ${reason}`);
  const named = /^[A-Za-z]{1,64}$/.test(status) ? `the unknown status ${status}` : 'an unknown status';
  return undecided(`The marketplace answered ${named}. ${reason}`);
}

function readDuplicate({ error }: Item, event: UsageEvent): UsageEventOutcome {
  const info = isItem(error) ? error.additionalInfo : undefined;
  const accepted = isItem(info) ? info.acceptedMessage : undefined;
  if (!isItem(accepted)) return { outcome: 'duplicate', acceptedQuantity: null };
  // The accepted event may have minutes; omitted members count as equal.
  const firstName = nameOf({ resourceId: event.resourceId, dimension: event.dimension, ...accepted });
  const time = readMarketplaceTime(accepted.effectiveStartTime);
  if (time && firstName !== usageHourName(event.resourceId, event.dimension, event.hour)) {
    return undecided('The marketplace reports a duplicate of another hour, dimension or resource.');
  }
  return { outcome: 'duplicate', acceptedQuantity: readQuantity(accepted.quantity) };
}

function undecided(reason: string): UsageEventOutcome {
  return { outcome: 'undecided', reason: plainText(reason) };
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null;
}
