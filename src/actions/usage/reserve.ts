import { GroupedWork } from '../../async/grouped-work.ts';
import type { ApiClient } from '../../core/clients/api-client.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { EventResolver } from '../../core/usage/events/event-batch.ts';
import { quantitySumToNumber } from '../../core/usage/events/quantity-sum.ts';
import {
  fitOf,
  type LimitState,
  limitPeriodsOf,
  refuseBeyond,
  remainingOf,
  tightestLimit,
} from '../../core/usage/limits/limit.ts';
import { type ReservationRequest, refuseMeter } from '../../core/usage/limits/reservation.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import type { Database } from '../../storage/database.ts';
import type { LimitedMeter } from '../../storage/usage/limits.ts';
import {
  type AskedReservation,
  type CountedLimitState,
  grantReservations,
} from '../../storage/usage/reservations.ts';
import type { ActionContext } from '../context.ts';
import { lapseReservations } from './lapse-reservations.ts';
import { makeMissingCounters } from './missing-counters.ts';
import { findForbiddenProducts } from './record-events.ts';

/** A reservation that was granted. */
export interface GrantedReservation {
  readonly reservationId: string;
  /** What is left of the limit that is reached first; null: nothing limits it. */
  readonly remaining: number | null;
  readonly expiresAt: Date;
  /** When the period of that limit ends; null: nothing limits it, or the end is not known. */
  readonly resetsAt: Date | null;
}

/** Grants a quantity of a dimension, if all its limits have room for it. */
export async function reserve(
  context: ActionContext,
  client: ApiClient,
  request: ReservationRequest,
  candidates: readonly MeteredCandidate[],
): Promise<GrantedReservation | Refusal> {
  const { database, now, randomBytes } = context;
  const { product, quantity, subject, ttlSeconds } = request;
  const forbidden = await findForbiddenProducts(database, client, [product]);
  if (forbidden.has(product)) return refuse('api_client.product_not_allowed', { product });
  const reservationId = timeOrderedId(now, randomBytes);
  // With a key, so that unique keys are refused because they cannot be reserved, not because one is missing.
  const identity = { id: reservationId, source: client.apiClientId, uniqueKey: reservationId };
  const resolved = new EventResolver(now).resolve({ ...request, ...identity, occurredAt: now }, candidates);
  if (isRefusal(resolved)) return resolved;
  const { target } = resolved;
  const refused = refuseMeter(target.meter.aggregation, quantity);
  if (refused) return refused;
  const item: Asked = {
    context,
    meter: {
      subscriptionId: target.subscriptionId,
      dimension: target.dimension,
      subject,
      periods: limitPeriodsOf(target.terms, target.hour),
    },
    reservation: {
      reservationId,
      apiClientId: client.apiClientId,
      quantity,
      grantedAt: now,
      expiresAt: new Date(now.getTime() + ttlSeconds * 1_000),
    },
    isSwept: false,
    outcome: undefined,
  };
  await inGroup(database, client.workspaceId, item);
  if (item.outcome === undefined) throw new Error('The reservation was not decided');
  return item.outcome;
}

/** A reservation that waits for its group's statement. */
interface Asked {
  readonly context: ActionContext;
  readonly meter: LimitedMeter;
  readonly reservation: Omit<AskedReservation, 'meter'>;
  /** Whether lapsed reservations were settled since it was first refused. */
  isSwept: boolean;
  outcome: GrantedReservation | Refusal | undefined;
}

interface Group {
  readonly work: GroupedWork<Asked>;
  waiting: number;
}

const groups = new WeakMap<Database, Map<string, Group>>();

/** Reservations of a workspace that arrive while a statement runs share the next one: a hot counter is locked once for all. */
async function inGroup(database: Database, workspaceId: string, item: Asked): Promise<void> {
  const known = groups.get(database) ?? new Map<string, Group>();
  groups.set(database, known);
  const group = known.get(workspaceId) ?? {
    work: new GroupedWork<Asked>((items) => decideAll(workspaceId, items)),
    waiting: 0,
  };
  known.set(workspaceId, group);
  group.waiting += 1;
  try {
    await group.work.add(item);
  } finally {
    group.waiting -= 1;
    if (group.waiting === 0) known.delete(workspaceId);
  }
}

const maxGroup = 500;
/** The counters of a new period are made once; a term that changes meanwhile makes others. */
const maxCounterRounds = 5;

async function decideAll(workspaceId: string, items: readonly Asked[]): Promise<void> {
  for (let first = 0; first < items.length; first += maxGroup) {
    await decideGroup(workspaceId, items.slice(first, first + maxGroup));
  }
}

/**
 * Asks until each reservation is granted or refused. Of those that fit alone, each round grants at least the first. One that does
 * not fit is asked once more after lapsed reservations are settled, so that what they held is available at once.
 */
async function decideGroup(workspaceId: string, items: readonly Asked[]): Promise<void> {
  let pending = items;
  for (let counterRounds = 0; pending.length > 0; ) {
    const [{ context }] = pending as [Asked];
    const { meters, asked } = statementOf(pending);
    const outcomes = await grantReservations(context.database, workspaceId, meters, asked, context.now);
    const missing: CountedLimitState[] = [];
    const beyond: { item: Asked; limits: readonly LimitState[] }[] = [];
    const again: Asked[] = [];
    for (const [index, item] of pending.entries()) {
      const outcome = outcomes[index];
      if (!outcome) throw new Error('The statement returns every reservation');
      const { limits } = outcome;
      const quantity = BigInt(item.reservation.quantity);
      if (outcome.isGranted) item.outcome = granted(item, limits);
      else if (outcome.missing.length > 0) {
        missing.push(...outcome.missing);
        again.push(item);
      } else if (limits.length === 0) item.outcome = refuse('metering.subscription_not_found');
      else if (fitOf(quantity, limits) === 'Fits') again.push(item);
      else if (fitOf(quantity, limits) === 'NeverFits' || item.isSwept) {
        item.outcome = refuseBeyond(quantity, limits);
      } else beyond.push({ item, limits });
    }
    if (missing.length > 0) {
      counterRounds += 1;
      if (counterRounds > maxCounterRounds) throw new Error('Counters are missing though they were made');
      await makeMissingCounters(context, workspaceId, missing);
    }
    if (beyond.length > 0) {
      const swept = await lapseReservations(
        context,
        workspaceId,
        beyond.map(({ item }) => item.meter),
      );
      for (const { item, limits } of beyond) {
        item.isSwept = true;
        if (swept > 0) again.push(item);
        else item.outcome = refuseBeyond(BigInt(item.reservation.quantity), limits);
      }
    }
    pending = again;
  }
}

/** Reservations of the same meter share their limits. */
function statementOf(items: readonly Asked[]) {
  const numbers = new Map<string, number>();
  const meters: LimitedMeter[] = [];
  const asked = items.map(({ meter, reservation }): AskedReservation => {
    const { subscriptionId, dimension, subject, periods } = meter;
    const starts = Object.values(periods).map(({ start, end }) => `${start.getTime()} ${end?.getTime()}`);
    const key = JSON.stringify([subscriptionId, dimension, subject, starts]);
    const number = numbers.get(key) ?? meters.push(meter) - 1;
    numbers.set(key, number);
    return { ...reservation, meter: number };
  });
  return { meters, asked };
}

function granted({ reservation }: Asked, limits: readonly LimitState[]): GrantedReservation {
  const { reservationId, expiresAt } = reservation;
  const limit = tightestLimit(limits.filter(({ action }) => action === 'Deny'));
  return {
    reservationId,
    remaining: limit ? quantitySumToNumber(remainingOf(limit)) : null,
    expiresAt,
    resetsAt: limit?.end ?? null,
  };
}
