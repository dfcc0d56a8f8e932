import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { type EventIdentity, identityText } from '../../core/usage/events/event.ts';
import {
  type EventOutcome,
  type ResolvedEvent,
  repeatedEvents,
} from '../../core/usage/events/event-batch.ts';
import { findStoredEvents, insertEvents, insertUniqueKeys } from '../../storage/usage/events.ts';
import { addToHours, countDuplicates, lockExistingHours } from '../../storage/usage/hours.ts';
import { countUse } from './announce-usage.ts';
import { countAgainstLimits, type SettledReservation } from './count-against-limits.ts';
import {
  additionsOf,
  countDuplicatesByHour,
  type PlacedEvent,
  periodAdditionsOf,
  placeEvents,
  uniqueKeysOf,
} from './place-events.ts';
import { HourClosed, type Intake } from './run-intake.ts';

export interface SentEvent {
  /** Null: invalid. */
  readonly identity: EventIdentity | null;
  readonly resolved: ResolvedEvent | Refusal;
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
  await findRefusedDuplicates(intake, events, outcomes);

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
      ...(event.isReserved && { isReserved: true }),
    });
  }
  return placed;
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
