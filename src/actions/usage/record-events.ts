import { usageChange } from '../../core/change.ts';
import type { ApiClient } from '../../core/clients/api-client.ts';
import { isSlug } from '../../core/identifiers.ts';
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
  dayOf,
  findStoredEvents,
  insertEvents,
  insertUniqueKeys,
  lockEventDay,
  moveEventDay,
} from '../../storage/usage/events.ts';
import { addToHours, countDuplicates, lockExistingHours } from '../../storage/usage/hours.ts';
import type { ActionContext } from '../context.ts';
import { countAgainstLimits, countUse, type SettledReservation } from './count-use.ts';
import { CountersMissing, makeMissingCounters } from './missing-counters.ts';
import {
  additionsOf,
  countDuplicatesByHour,
  type Intake,
  periodAdditionsOf,
  placedEvents,
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

export interface SentEvent {
  /** Null: invalid. */
  readonly identity: EventIdentity | null;
  readonly resolved: ResolvedEvent | Refusal;
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
  const { workspaceId } = client;
  const events = await resolveEvents(context, client, sent);
  if (events.every(({ identity }) => identity === null)) {
    return answerEvents(events.map(({ resolved }) => resolved as Refusal));
  }
  const outcomes = await runIntake(context, workspaceId, sent.holdMinutes, (intake) =>
    storeEvents(intake, events),
  );
  await announceUse(context.database, workspaceId, events);
  return answerEvents(outcomes);
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

/** Each attempt after the first follows an hour that was closed, a day that began, or a counter that was made, meanwhile. */
const maxAttempts = 5;

/** An hour was closed between placing the events and adding them. */
class HourClosed extends Error {
  /** PostgreSQL's code of a conflict: the caller may send the request again. */
  readonly code = '40001';
}

/** Runs an intake of events in a transaction, again after a conflict. */
export async function runIntake<Result>(
  context: ActionContext,
  workspaceId: string,
  holdMinutes: number,
  work: (intake: Intake) => Promise<Result>,
): Promise<Result> {
  const { database, now } = context;
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await database.transaction().execute(async (transaction) => {
        const locked = await lockEventDay(transaction, workspaceId, dayOf(now));
        if (locked === undefined) return undefined;
        return {
          result: await work({ ...context, ...locked, database: transaction, workspaceId, holdMinutes }),
        };
      });
      if (done) return done.result;
      await moveEventDay(database, workspaceId, dayOf(now));
    } catch (error) {
      const isConflict = error instanceof HourClosed || error instanceof CountersMissing;
      if (!isConflict || attempt >= maxAttempts) throw error;
      if (error instanceof CountersMissing) await makeMissingCounters(context, workspaceId, error.counters);
    }
  }
}

/**
 * Stores the events of an intake, and returns what became of each.
 *
 * @param reservation whose commit the only event is
 */
export async function storeEvents(
  intake: Intake,
  events: readonly SentEvent[],
  reservation: SettledReservation | null = null,
): Promise<readonly EventOutcome[]> {
  const { database: transaction, workspaceId, day, now, holdMinutes } = intake;
  const resolved = events.map((event) => event.resolved);
  const outcomes: EventOutcome[] = [...(await placeEvents(intake, resolved))];
  const repeated = repeatedEvents(
    events.map(({ identity }, index) => ({ identity, isRefused: isRefusal(outcomes[index]) })),
  );
  for (const index of repeated) outcomes[index] = 'Duplicate';
  await findRefusedDuplicates(intake, events, outcomes);

  const placed = placedEvents(resolved, outcomes);
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
  await countUse(intake, workspaceId, periodAdditionsOf(fresh, additions));
  if (intake.hasLimits || reservation) {
    for (const index of await countAgainstLimits(intake, fresh, additions, reservation)) {
      const outcome = outcomes[index];
      if (outcome && outcome !== 'Duplicate' && !isRefusal(outcome)) {
        outcomes[index] = { ...outcome, isOverLimit: true };
      }
    }
  }
  return outcomes;
}

/** A refused event may repeat one that was accepted: it is a duplicate, whatever the rest says. */
async function findRefusedDuplicates(
  { database: transaction, workspaceId, day }: Intake,
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

/** Before the response, and for duplicates too: a request whose announcement failed is sent again. */
export async function announceUse(
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
