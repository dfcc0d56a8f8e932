import { randomUUID } from 'node:crypto';
import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import {
  clearSendingFailure,
  recordSendingFailure,
  releaseUsage,
  type SentReport,
  settleUsage,
  takeUsage,
} from '../../actions/usage/sending.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceConnection, MarketplaceFailure } from '../../core/marketplace/ports.ts';
import type { CircuitChange } from '../../core/operations/circuit-change.ts';
import type { MeteringService, WorkMeasurements } from '../../core/usage/ports.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { type DueConnections, findDueConnections } from '../../storage/usage/leases.ts';
import type { QueuePosition, TakenReport } from '../../storage/usage/sending.ts';
import { ConnectionCircuits } from './connection-circuits.ts';
import { batchesOf, batchSize, type SentUsage, sendBatches } from './send.ts';

/** The maximum time from a report's due time to its lease. */
export const dispatchPause = 1_000;

/** Batches of one lease: larger leases cost the database less. */
const batchesOfLease = 16;
/** While one lane leases or settles, the other sends. A third lane is not faster. */
const lanes = 2;

export interface DispatchOptions {
  readonly context: () => ActionContext;
  readonly metering: MeteringService;
  readonly measurements: WorkMeasurements;
  readonly encryptionKey: EncryptionKey;
  readonly onCircuit: (change: CircuitChange) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends due reports. Connections are independent: a slow one does not delay others. A failing one leases nothing until
 * its pause is over, then a single batch.
 */
export function dispatchUsage(options: DispatchOptions) {
  const { context, metering, measurements, encryptionKey, onCircuit, onFailure } = options;
  const atWork = new Map<string, Promise<void>>();
  const circuits = new ConnectionCircuits(measurements.openCircuits);
  const holder = randomUUID();
  /** The leases that this node works on. Its other leases were left by a lost database connection, and are released. */
  const working = new Set<string>();

  /** Leases, sends and settles batches; false when nothing more is due or the marketplace fails. */
  const send = async (
    connection: MarketplaceConnection,
    address: MarketplaceSource,
    name: string,
    batches: number,
    queue: QueueWalk,
  ): Promise<boolean> => {
    const leaseId = randomUUID();
    working.add(leaseId);
    try {
      const taking = context();
      const position = queue.position(taking.now);
      const limit = batches * batchSize;
      const taken = await takeUsage(taking, address, { leaseId, holder }, limit, position, connection);
      queue.passed(taken);
      return taken.length > 0 && (await sendLeased(connection, address, name, { leaseId, taken }, batches));
    } finally {
      working.delete(leaseId);
    }
  };

  const sendLeased = async (
    connection: MarketplaceConnection,
    address: MarketplaceSource,
    name: string,
    { leaseId, taken }: { readonly leaseId: string; readonly taken: readonly TakenReport[] },
    batches: number,
  ): Promise<boolean> => {
    const unsent = taken.flatMap((sent) => (sent.unsent ? [{ sent, outcome: sent.unsent }] : []));
    const settle = (results: readonly SentReport[]) =>
      settleUsage(context(), { workspaceId: address.workspaceId, leaseId }, results);
    if (unsent.length === taken.length) {
      await settle(unsent);
      return true;
    }
    const sendable = unsent.length === 0 ? taken : taken.filter((stored) => !stored.unsent);
    const sent = await sendBatches(batchesOf(sendable), (events) => metering.sendBatch(connection, events));
    const failure = worstOf(sent);
    if (circuits.isOpen(name) !== (failure !== null)) {
      const { workspaceId, sourceName } = address;
      onCircuit({ workspaceId, target: { connection: sourceName }, reason: failure?.reason ?? null });
    }
    if (failure) {
      const { now, randomBytes } = context();
      const chance = (randomBytes(1)[0] ?? 0) / 256;
      const { retryAfterSeconds, reason } = failure;
      const restsUntil = circuits.failed(name, { now, chance, retryAfterSeconds });
      await recordSendingFailure(context(), address, reason, restsUntil);
    } else {
      circuits.answered(name);
      // Another node, or this one before a restart, may have recorded a failure: the first response clears it.
      if (batches === 1) await clearSendingFailure(context(), address);
    }
    await settle([...unsent, ...sent.flatMap(({ results }) => results)]);
    return !failure;
  };

  const drain = async (address: MarketplaceSource, name: string): Promise<void> => {
    const connection = await openConnection(context().database, address, encryptionKey);
    // The first request is sent alone: it may be the probe of a failing connection.
    const queue = new QueueWalk(dispatchPause);
    let hasMore = await send(connection, address, name, 1, queue);
    const loop = async () => {
      while (hasMore) hasMore = (await send(connection, address, name, batchesOfLease, queue)) && hasMore;
    };
    await Promise.all(Array.from({ length: lanes }, loop));
  };

  const begin = (address: MarketplaceSource, now: Date): void => {
    const name = `${address.workspaceId} ${address.sourceName}`;
    if (atWork.has(name) || !circuits.admits(name, now)) return;
    const task = drain(address, name)
      .catch(onFailure)
      .finally(() => atWork.delete(name));
    atWork.set(name, task);
  };

  return {
    /** Starts sending for every connection with due reports; returns at once. */
    async work(): Promise<boolean> {
      const { database, now } = context();
      await releaseUsage({ database, now }, { holder, working });
      let after: MarketplaceSource | null = null;
      do {
        const page: DueConnections = await findDueConnections(database, now, after);
        for (const address of page.due) begin(address, now);
        after = page.last;
      } while (after);
      return false;
    },
    /** Waits for requests in progress. */
    async finish(): Promise<void> {
      await Promise.all(atWork.values());
    },
  };
}

/** The failure with the longest pause; null when all requests were answered. */
function worstOf(sent: readonly SentUsage[]): MarketplaceFailure | null {
  const failures = sent.flatMap(({ failure }) => failure ?? []);
  return failures.sort((a, b) => (b.retryAfterSeconds ?? 0) - (a.retryAfterSeconds ?? 0))[0] ?? null;
}

/**
 * The position of a sender in the queue, so that a lease does not scan sent reports. It restarts from time to time,
 * because reports that become due late or are released may be anywhere.
 */
export class QueueWalk {
  readonly #patience: number;
  #position: QueuePosition | null = null;
  #beganAt = Number.NEGATIVE_INFINITY;

  /** @param patience the restart interval in milliseconds. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** The position to lease from; null: the beginning. */
  position(now: Date): QueuePosition | null {
    if (now.getTime() - this.#beganAt >= this.#patience) {
      this.#beganAt = now.getTime();
      this.#position = null;
    }
    return this.#position;
  }

  passed(leased: readonly { readonly report: QueuePosition }[]): void {
    for (const { report } of leased) {
      if (this.#position === null || isBehind(report, this.#position)) this.#position = report;
    }
  }
}

function isBehind(one: QueuePosition, other: QueuePosition): boolean {
  const later = one.dueAt.getTime() - other.dueAt.getTime() || one.hour.getTime() - other.hour.getTime();
  if (later !== 0) return later > 0;
  if (one.subscriptionId !== other.subscriptionId) return one.subscriptionId > other.subscriptionId;
  return one.dimension > other.dimension;
}
