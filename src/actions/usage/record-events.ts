import { usageChange } from '../../core/change.ts';
import type { ApiClient } from '../../core/clients/api-client.ts';
import { isSlug } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { isRefusedEvent, type MeterEvent, type RefusedEvent } from '../../core/usage/events/event.ts';
import { answerEvents, EventResolver, type EventsResponse } from '../../core/usage/events/event-batch.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import { findProductIds } from '../../storage/catalogue/products.ts';
import { announceCommitted } from '../../storage/changes/changes.ts';
import type { Database } from '../../storage/database.ts';
import type { ActionContext } from '../context.ts';
import { runIntake } from './run-intake.ts';
import { type SentEvent, storeEvents } from './store-events.ts';

/** Parsed events of one request or their refusals, with the subscriptions they may belong to. */
export interface SentEvents {
  readonly events: readonly (MeterEvent | RefusedEvent)[];
  /** Candidate subscriptions of each event. */
  readonly candidates: readonly (readonly MeteredCandidate[] | undefined)[];
  readonly holdMinutes: number;
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
