import type { EmulatorResponse } from '../../shell/response.ts';
import type { Publisher } from '../directory.ts';
import type { Failure } from '../failure.ts';
import type { AcceptedEvent } from './accepted-event.ts';
import { dayOf, readUtcTime } from './utc-time.ts';
import type { Metering } from './verdict.ts';

interface Row {
  readonly usageDate: string;
  readonly usageResourceId: string;
  readonly dimension: string;
  readonly planId: string;
  readonly planName: string;
  readonly offerId: string;
  readonly offerName: string;
  readonly offerType: 'SaaS';
  readonly azureSubscriptionId: string;
  readonly reconStatus: 'Submitted' | 'Accepted';
  readonly submittedQuantity: number;
  readonly processedQuantity: number;
  readonly submittedCount: number;
}

const filters = ['offerId', 'planId', 'dimension', 'azureSubscriptionId', 'reconStatus'] as const;
const noAzureSubscription = '00000000-0000-0000-0000-000000000000';

/** A publisher's accepted usage, added up by day. A past day counts as processed. */
export function answerRecordedUsage(
  query: ReadonlyMap<string, string>,
  publisher: Publisher,
  metering: Metering,
  now: Date,
): EmulatorResponse | Failure {
  const from = readDay(query, 'usageStartDate');
  if (!from) return { failure: 'badArgument', subject: 'A date is missing.', target: 'usageStartDate' };
  const to = query.has('usageenddate') ? readDay(query, 'UsageEndDate') : dayOf(now);
  if (!to) return { failure: 'badArgument', subject: 'This is no date.', target: 'UsageEndDate' };

  const groups = new Map<string, AcceptedEvent[]>();
  for (const event of metering.ledger.list()) {
    const day = event.hour.slice(0, 10);
    if (event.publisherId !== publisher.id || day < from || day > to) continue;
    const name = JSON.stringify([day, event.resourceId, event.dimension, event.planId]);
    groups.set(name, [...(groups.get(name) ?? []), event]);
  }
  const rows = [...groups.values()].flatMap((events) => rowOf(events, publisher, metering, dayOf(now)));
  const isWanted = (row: Row) =>
    filters.every((name) => {
      const wanted = query.get(name.toLowerCase());
      return wanted === undefined || wanted.toLowerCase() === row[name].toLowerCase();
    });
  return { status: 200, body: rows.filter(isWanted) };
}

function readDay(query: ReadonlyMap<string, string>, name: string): string | undefined {
  const date = readUtcTime(query.get(name.toLowerCase()) ?? '');
  return date && dayOf(date);
}

function rowOf(
  events: readonly AcceptedEvent[],
  publisher: Publisher,
  metering: Metering,
  today: string,
): Row[] {
  const [first] = events;
  if (!first) return [];
  const day = first.hour.slice(0, 10);
  const isOver = day < today;
  const offer = publisher.offers.find(({ id }) => id === first.offerId);
  const plan = offer?.plans.find(({ id }) => id === first.planId);
  const sum = events.reduce((total, { quantity }) => total + quantity, 0);
  // A double holds fifteen digits; the rest is rounding error.
  const submittedQuantity = Number(sum.toPrecision(15));
  return [
    {
      usageDate: `${day}T00:00:00Z`,
      usageResourceId: first.resourceId,
      dimension: first.dimension,
      planId: first.planId,
      planName: plan?.name ?? first.planId,
      offerId: first.offerId,
      offerName: offer?.name ?? first.offerId,
      offerType: 'SaaS',
      azureSubscriptionId:
        metering.register.findSubscription(first.resourceId)?.azureSubscriptionId ?? noAzureSubscription,
      reconStatus: isOver ? 'Accepted' : 'Submitted',
      submittedQuantity,
      processedQuantity: isOver ? submittedQuantity : 0,
      submittedCount: events.length,
    },
  ];
}
