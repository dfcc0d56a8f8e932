import type { ApiClient } from '../../core/clients/api-client.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { EventResolver } from '../../core/usage/events/event-batch.ts';
import { type CommitRequest, decideCommit } from '../../core/usage/limits/reservation.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import { type Quantity, quantityToNumber } from '../../core/values/quantity.ts';
import { changeCounters } from '../../storage/usage/counters.ts';
import { findReservation, type StoredReservation, saveSettled } from '../../storage/usage/reservations.ts';
import type { ActionContext } from '../context.ts';
import { announceUse, runIntake, storeEvents } from './record-events.ts';

/** The facts that the usage event of a commit needs. */
export interface CommitFacts {
  readonly candidates: (reservation: StoredReservation) => Promise<readonly MeteredCandidate[]>;
  readonly holdMinutes: () => Promise<number>;
}

export interface SettledReservation {
  readonly reservationId: string;
  /** Released: nothing was used. */
  readonly state: 'Committed' | 'Released';
  readonly quantity: number;
}

/**
 * Turns a reservation into a usage event of the moment at which it was granted, in one transaction. Repeated, it is answered as
 * before and counts once.
 */
export async function commitReservation(
  context: ActionContext,
  client: ApiClient,
  reservationId: string,
  commit: CommitRequest,
  facts: CommitFacts,
): Promise<SettledReservation | Refusal> {
  const { database, now } = context;
  const { workspaceId } = client;
  const found = await findReservation(database, client, reservationId);
  if (!found) return refuse('metering.reservation_not_found');
  const decided = decideCommit(found, commit, now);
  if (isRefusal(decided)) {
    const isLapsing = found.state === 'Held' && decided.code === 'metering.reservation_lapsed';
    if (!isLapsing) return decided;
    // Settled before the answer, so that no commit that is still under way counts after it.
    const before = await settleUnused(context, client, reservationId);
    const last = before ? decideCommit(before, commit, now) : refuse('metering.reservation_not_found');
    return isRefusal(last) ? last : settledView(reservationId, last.quantity);
  }
  if (decided.does === 'Nothing') return settledView(reservationId, decided.quantity);
  if (decided.does === 'Release') {
    const refused = await releaseReservation(context, client, reservationId);
    return refused ?? settledView(reservationId, decided.quantity);
  }
  const { quantity } = decided;
  const { tenantId, product, subscriptionId, dimension, grantedAt } = found;
  const event = {
    source: client.apiClientId,
    id: commit.id ?? reservationId,
    tenantId,
    product,
    plan: null,
    subscriptionId,
    dimension,
    quantity,
    uniqueKey: null,
    occurredAt: grantedAt,
    isReserved: true,
  } as const;
  const resolved = new EventResolver(now).resolve(event, await facts.candidates(found));
  if (isRefusal(resolved)) return resolved;
  const sent = [{ identity: event, resolved }];
  const holdMinutes = await facts.holdMinutes();
  const settled = await runIntake(context, workspaceId, holdMinutes, async (intake) => {
    const locked = await findReservation(intake.database, client, reservationId, true);
    if (!locked) return refuse('metering.reservation_not_found');
    const last = decideCommit(locked, commit, now);
    if (isRefusal(last) || last.does === 'Nothing') return last;
    const { subject, counterIds } = locked;
    const reservation = { subject, counterIds, reserved: locked.quantity, committed: quantity };
    const [outcome] = await storeEvents(intake, sent, reservation);
    if (isRefusal(outcome)) return outcome;
    await saveSettled(intake.database, workspaceId, reservationId, { state: 'Committed', quantity }, now);
    return last;
  });
  if (isRefusal(settled)) return settled;
  await announceUse(database, workspaceId, sent);
  return settledView(reservationId, settled.quantity);
}

function settledView(reservationId: string, quantity: Quantity): SettledReservation {
  const state = quantity === 0 ? 'Released' : 'Committed';
  return { reservationId, state, quantity: quantityToNumber(quantity) };
}

/** Frees a reservation. One that was released or has lapsed stays so. */
export async function releaseReservation(
  context: ActionContext,
  client: ApiClient,
  reservationId: string,
): Promise<Refusal | undefined> {
  const before = await settleUnused(context, client, reservationId);
  if (!before) return refuse('metering.reservation_not_found');
  return before.state === 'Committed'
    ? refuse('metering.reservation_committed', { reservationId })
    : undefined;
}

/** Settles a reservation that is held, and returns it as it was before. */
function settleUnused(
  { database, now }: ActionContext,
  client: ApiClient,
  reservationId: string,
): Promise<StoredReservation | undefined> {
  const { workspaceId } = client;
  return database.transaction().execute(async (transaction) => {
    const before = await findReservation(transaction, client, reservationId, true);
    if (before?.state !== 'Held') return before;
    const { quantity, counterIds, expiresAt } = before;
    const state = expiresAt <= now ? 'Lapsed' : 'Released';
    await saveSettled(transaction, workspaceId, reservationId, { state }, now);
    await changeCounters(transaction, workspaceId, {
      added: [],
      settled: counterIds.map((counterId) => ({ counterId, released: BigInt(quantity), used: 0n })),
    });
    return before;
  });
}
