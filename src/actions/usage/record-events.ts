import { usageChange } from '../../core/change.ts';
import type { ApiClient } from '../../core/clients/api-client.ts';
import { isSlug } from '../../core/identifiers.ts';
import type { RandomBytes } from '../../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import {
  type EventIdentity,
  identityText,
  isRefusedEvent,
  type MeterEvent,
  type RefusedEvent,
} from '../../core/usage/events/event.ts';
import {
  answerEvents,
  type EventOutcome,
  EventResolver,
  type EventsResponse,
  type ResolvedEvent,
  repeatedEvents,
} from '../../core/usage/events/event-batch.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import { findProductIds } from '../../storage/catalogue/products.ts';
import { announceCommitted } from '../../storage/changes/changes.ts';
import type { Database } from '../../storage/database.ts';
import {
  type Day,
  dayOf,
  findStoredEvents,
  insertEvents,
  insertUniqueKeys,
  lockEventDay,
  moveEventDay,
} from '../../storage/usage/events.ts';
import { addToHours, countDuplicates, lockExistingHours } from '../../storage/usage/hours.ts';
import type { ActionContext } from '../context.ts';
import { countUse } from './announce-usage.ts';
import {
  additionsOf,
  countDuplicatesByHour,
  type PlacedEvent,
  periodAdditionsOf,
  placeEvents,
  uniqueKeysOf,
} from './place-events.ts';

/** Parsed events of one request or their refusals, with the subscriptions they may belong to. */
export interface SentEvents {
  readonly events: readonly (MeterEvent | RefusedEvent)[];
  /** Candidate subscriptions of each event. */
  readonly candidates: readonly (readonly MeteredCandidate[] | undefined)[];
  readonly holdMinutes: number;
}

interface SentEvent {
  /** Null: invalid. */
  readonly identity: EventIdentity | null;
  readonly resolved: ResolvedEvent | Refusal;
}

/** Each attempt after the first follows an hour that was closed, or a day that began, meanwhile. */
const maxAttempts = 5;

/** An hour was closed between placing the events and adding them. */
class HourClosed extends Error {
  /** PostgreSQL's code of a conflict: the caller may send the request again. */
  readonly code = '40001';
}

/**
 * Stores the events that are new and adds them to the totals of their hours, in one transaction with a constant number of
 * statements. Each event is decided on its own.
 */
export async function recordEvents(
  context: ActionContext,
  client: ApiClient,
  sent: SentEvents,
): Promise<EventsResponse> {
  const { database, now, randomBytes } = context;
  const { workspaceId } = client;
  const events = await resolveEvents(context, client, sent);
  if (events.every(({ identity }) => identity === null)) {
    return answerEvents(events.map(({ resolved }) => resolved as Refusal));
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const outcomes = await database.transaction().execute(async (transaction) => {
        const day = await lockEventDay(transaction, workspaceId, dayOf(now));
        if (day === undefined) return undefined;
        const { holdMinutes } = sent;
        return storeEvents(transaction, { workspaceId, day, now, randomBytes, holdMinutes }, events);
      });
      if (outcomes) {
        await announceUse(database, workspaceId, events);
        return answerEvents(outcomes);
      }
      await moveEventDay(database, workspaceId, dayOf(now));
    } catch (error) {
      if (!(error instanceof HourClosed) || attempt >= maxAttempts) throw error;
    }
  }
}

async function resolveEvents(
  { database, now }: ActionContext,
  client: ApiClient,
  { events, candidates }: SentEvents,
): Promise<readonly SentEvent[]> {
  const products = events.flatMap((event) => (isRefusedEvent(event) ? [] : [event.product]));
  const forbidden = await findForbiddenProducts(database, client, products);
  const resolver = new EventResolver(now);
  return events.map((event, index) => {
    if (isRefusedEvent(event)) return { identity: event.identity, resolved: event.refusal };
    const { product } = event;
    const resolved = forbidden.has(product)
      ? refuse('api_client.product_not_allowed', { product })
      : resolver.resolve(event, candidates[index] ?? []);
    return { identity: event, resolved };
  });
}

interface Intake {
  readonly workspaceId: string;
  readonly day: Day;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  readonly holdMinutes: number;
}

async function storeEvents(
  transaction: Database,
  intake: Intake,
  events: readonly SentEvent[],
): Promise<readonly EventOutcome[]> {
  const { workspaceId, day, now, holdMinutes } = intake;
  const outcomes: EventOutcome[] = [
    ...(await placeEvents(
      transaction,
      intake,
      events.map(({ resolved }) => resolved),
    )),
  ];
  const repeated = repeatedEvents(
    events.map(({ identity }, index) => ({ identity, isRefused: isRefusal(outcomes[index]) })),
  );
  for (const index of repeated) outcomes[index] = 'Duplicate';
  await findRefusedDuplicates(transaction, intake, events, outcomes);

  const placed = placedEvents(events, outcomes);
  const stored = await insertEvents(transaction, workspaceId, day, placed, now);
  for (const position of stored) {
    const duplicate = placed[position];
    if (duplicate) outcomes[duplicate.index] = 'Duplicate';
  }

  const fresh = placed.filter((_, position) => !stored.has(position));
  const newKeys = await insertUniqueKeys(transaction, workspaceId, uniqueKeysOf(fresh));
  const additions = additionsOf(fresh, newKeys, { now, holdMinutes });
  const duplicates = countDuplicatesByHour(placed.filter((_, position) => stored.has(position)));
  if (duplicates.length > 0) {
    // Two statements lock hours below; in one order, so that two requests cannot deadlock.
    await lockExistingHours(transaction, workspaceId, [...additions, ...duplicates]);
  }
  if ((await addToHours(transaction, workspaceId, additions)) < additions.length) throw new HourClosed();
  await countDuplicates(transaction, workspaceId, duplicates);
  await countUse({ ...intake, database: transaction }, workspaceId, periodAdditionsOf(fresh, additions));
  return outcomes;
}

/** Before the response, and for duplicates too: a request whose announcement failed is sent again. */
async function announceUse(
  database: Database,
  workspaceId: string,
  events: readonly SentEvent[],
): Promise<void> {
  const subscriptionIds = events.flatMap(({ resolved }) =>
    isRefusal(resolved) ? [] : [resolved.target.subscriptionId],
  );
  if (subscriptionIds.length > 0) {
    await announceCommitted(database, usageChange(workspaceId, subscriptionIds));
  }
}

/** The events that have an hour, as they are stored. */
function placedEvents(
  events: readonly SentEvent[],
  outcomes: readonly EventOutcome[],
): readonly PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  for (const [index, { resolved }] of events.entries()) {
    const outcome = outcomes[index];
    if (isRefusal(resolved) || outcome === undefined || outcome === 'Duplicate' || isRefusal(outcome))
      continue;
    const { event, target } = resolved;
    placed.push({
      index,
      target,
      source: event.source,
      id: event.id,
      subscriptionId: target.subscriptionId,
      dimension: target.dimension,
      hour: outcome.hour,
      isCarried: outcome.isCarried,
      occurredAt: event.occurredAt,
      quantity: event.quantity,
      uniqueKey: event.uniqueKey,
    });
  }
  return placed;
}

/** A refused event may repeat one that was accepted: it is a duplicate, whatever the rest says. */
async function findRefusedDuplicates(
  transaction: Database,
  { workspaceId, day }: Intake,
  events: readonly SentEvent[],
  outcomes: EventOutcome[],
): Promise<void> {
  const refused = events.flatMap(({ identity }, index) =>
    identity && isRefusal(outcomes[index]) ? [{ identity, index }] : [],
  );
  const stored = await findStoredEvents(
    transaction,
    workspaceId,
    day,
    refused.map(({ identity }) => identity),
  );
  for (const { identity, index } of refused) {
    if (stored.has(identityText(identity))) outcomes[index] = 'Duplicate';
  }
}

/** Existing products that the client may not use, of those that its request names. */
export async function findForbiddenProducts(
  database: Database,
  { workspaceId, products }: ApiClient,
  named: readonly string[],
): Promise<ReadonlySet<string>> {
  if (products === 'all') return new Set();
  const slugs = [...new Set(named)].filter(isSlug);
  const ids = await findProductIds(database, workspaceId, slugs);
  return new Set([...ids].filter(([, id]) => !products.has(id)).map(([slug]) => slug));
}
