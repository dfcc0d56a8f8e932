import { GroupedWork } from '../../async/grouped-work.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { quantitySumToNumber } from '../../core/usage/events/quantity-sum.ts';
import {
  fitOf,
  type LimitState,
  refuseBeyond,
  remainingOf,
  tightestLimit,
} from '../../core/usage/limits/limit.ts';
import { isOnCluster } from '../../storage/cluster/on-cluster.ts';
import { isRetryable } from '../../storage/connection/retryable.ts';
import type { Database } from '../../storage/database.ts';
import { dayOf, lockEventDay, moveEventDay } from '../../storage/usage/events.ts';
import {
  type AskedReservation,
  type CountedLimitState,
  grantReservations,
} from '../../storage/usage/grant-reservations.ts';
import type { LimitedMeter } from '../../storage/usage/limits.ts';
import type { ActionContext } from '../context.ts';
import { lapseReservations } from './lapse-reservations.ts';
import { makeMissingCounters } from './missing-counters.ts';

/** A reservation that was granted. */
export interface GrantedReservation {
  readonly reservationId: string;
  /** What is left of the limit that is reached first; null: nothing limits it. */
  readonly remaining: number | null;
  readonly expiresAt: Date;
  /** When the period of that limit ends; null: nothing limits it, or the end is not known. */
  readonly resetsAt: Date | null;
}

/** A reservation that is asked for. */
interface Asked {
  readonly context: ActionContext;
  readonly workspaceId: string;
  readonly meter: LimitedMeter;
  readonly reservation: Omit<AskedReservation, 'meter'>;
}

/** A reservation that waits for a statement. */
interface Waiting extends Asked {
  /** Whether lapsed reservations were settled since it was first refused. */
  isSwept: boolean;
  outcome: GrantedReservation | Refusal | undefined;
}

/**
 * Reservations that arrive while a statement runs share the next one: a hot counter is locked once for all. The first statement is
 * shared with other workspaces and grants only what needs no waiting; the workspace's own decides the others.
 */
export async function decideReservation(asked: Asked): Promise<GrantedReservation | Refusal> {
  const item: Waiting = { ...asked, isSwept: false, outcome: undefined };
  const { database } = item.context;
  const queues = queuesOf.get(database) ?? new Queues();
  queuesOf.set(database, queues);
  if (!queues.isBusy(item.workspaceId) && !(await isOnCluster(database))) await queues.share(item);
  if (item.outcome === undefined) await queues.decide(item);
  if (item.outcome === undefined) throw new Error('The reservation was not decided');
  return item.outcome;
}

const queuesOf = new WeakMap<Database, Queues>();
const sharedQueues = 2;

class Queues {
  /** A workspace has one of them, so that its reservations do not find its counters locked by each other. */
  readonly #shared = Array.from(
    { length: sharedQueues },
    () => new GroupedWork<Waiting>(inParts(grantShared)),
  );
  readonly #own = new Map<string, { readonly work: GroupedWork<Waiting>; waiting: number }>();

  /** Whether the workspace has reservations that the shared statement did not grant. */
  isBusy(workspaceId: string): boolean {
    return this.#own.has(workspaceId);
  }

  async share(item: Waiting): Promise<void> {
    await this.#shared[Number.parseInt(item.workspaceId.slice(-4), 16) % sharedQueues]?.add(item);
  }

  async decide(item: Waiting): Promise<void> {
    const { workspaceId } = item;
    const own = this.#own.get(workspaceId) ?? {
      work: new GroupedWork<Waiting>(inParts((items) => decideGroup(workspaceId, items))),
      waiting: 0,
    };
    this.#own.set(workspaceId, own);
    own.waiting += 1;
    try {
      await own.work.add(item);
    } finally {
      own.waiting -= 1;
      if (own.waiting === 0) this.#own.delete(workspaceId);
    }
  }
}

const maxGroup = 500;

const inParts =
  (work: (items: readonly Waiting[]) => Promise<void>) =>
  async (items: readonly Waiting[]): Promise<void> => {
    for (let first = 0; first < items.length; first += maxGroup) {
      await work(items.slice(first, first + maxGroup));
    }
  };

/**
 * Grants what has room and finds its counters unlocked. Everything else, also an error of somebody's values, is left to each
 * workspace's own statement. A database that fails does so for all, and what it did is not known: nothing is asked twice.
 */
async function grantShared(items: readonly Waiting[]): Promise<void> {
  const context = latestContext(items);
  const { meters, asked } = statementOf(items);
  const workspaces = meters.map(({ workspaceId }) => workspaceId);
  const outcomes = await grantReservations(context.database, workspaces, meters, asked, context.now).catch(
    (error: unknown) => {
      if (isRetryable(error)) throw error;
      return [];
    },
  );
  for (const [index, { isGranted, limits }] of outcomes.entries()) {
    const item = items[index];
    if (item && isGranted) item.outcome = granted(item, limits);
  }
}

/** The counters of a new period are made once; a term that changes meanwhile makes others. */
const maxCounterRounds = 5;

/**
 * Asks until each reservation is granted or refused. Of those that fit alone, each round grants at least the first. One that does
 * not fit is asked once more after lapsed reservations are settled, so that what they held is available at once.
 */
async function decideGroup(workspaceId: string, items: readonly Waiting[]): Promise<void> {
  let pending = items;
  for (let counterRounds = 0; pending.length > 0; ) {
    const context = latestContext(pending);
    const { meters, asked } = statementOf(pending);
    const outcomes = await grantReservations(context.database, workspaceId, meters, asked, context.now);
    const missing: CountedLimitState[] = [];
    const beyond: { item: Waiting; limits: readonly LimitState[] }[] = [];
    const again: Waiting[] = [];
    const stale: Waiting[] = [];
    for (const [index, item] of pending.entries()) {
      const outcome = outcomes[index];
      if (!outcome) throw new Error('The statement did not return every reservation');
      const { limits } = outcome;
      const quantity = BigInt(item.reservation.quantity);
      if (outcome.isGranted) item.outcome = granted(item, limits);
      else if (!outcome.isCurrent) stale.push(item);
      else if (outcome.missing.length > 0) {
        missing.push(...outcome.missing);
        again.push(item);
      } else if (limits.length === 0) item.outcome = refuse('metering.subscription_not_found');
      else if (fitOf(quantity, limits) === 'Fits') again.push(item);
      else if (fitOf(quantity, limits) === 'NeverFits' || item.isSwept) {
        item.outcome = refuseBeyond(quantity, limits);
      } else beyond.push({ item, limits });
    }
    if (stale.length > 0) {
      again.push(...stale);
      await awaitCounters(context, workspaceId);
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

/** What has lapsed since the first of them arrived is free for all. */
function latestContext(items: readonly Waiting[]): ActionContext {
  return items
    .map(({ context }) => context)
    .reduce((latest, context) => (context.now > latest.now ? context : latest));
}

/** Until counters that are being made are there, and the workspace has a day of events. */
async function awaitCounters({ database, now }: ActionContext, workspaceId: string): Promise<void> {
  const today = dayOf(now);
  if (!(await lockEventDay(database, workspaceId, today))) await moveEventDay(database, workspaceId, today);
}

/** Reservations of the same meter share their limits. */
function statementOf(items: readonly Waiting[]) {
  const numbers = new Map<string, number>();
  const meters: (LimitedMeter & { readonly workspaceId: string })[] = [];
  const asked = items.map(({ workspaceId, meter, reservation }): AskedReservation => {
    const { subscriptionId, dimension, subject, sourceName, periods } = meter;
    const starts = Object.values(periods).map(({ start, end }) => `${start.getTime()} ${end?.getTime()}`);
    const key = JSON.stringify([workspaceId, subscriptionId, dimension, subject, sourceName, starts]);
    const number = numbers.get(key) ?? meters.push({ ...meter, workspaceId }) - 1;
    numbers.set(key, number);
    return { ...reservation, meter: number };
  });
  return { meters, asked };
}

function granted({ reservation }: Waiting, limits: readonly LimitState[]): GrantedReservation {
  const { reservationId, expiresAt } = reservation;
  const limit = tightestLimit(limits.filter(({ action }) => action === 'Deny'));
  return {
    reservationId,
    remaining: limit ? quantitySumToNumber(remainingOf(limit)) : null,
    expiresAt,
    resetsAt: limit?.end ?? null,
  };
}
