import type { ActionContext } from '../../actions/context.ts';
import { type ConnectionAddress, openConnection } from '../../actions/marketplace/account.ts';
import { leaseUsage } from '../../actions/usage/lease.ts';
import { clearSendingTrouble, recordSendingTrouble } from '../../actions/usage/record-sending-trouble.ts';
import { settleUsage } from '../../actions/usage/settle.ts';
import type { MarketplaceConnection, MarketplaceFailure } from '../../core/marketplace/ports.ts';
import type { MeteringService, WorkMeasurements } from '../../core/usage/ports.ts';
import { usageLeaseTerms } from '../../core/usage/report.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { findConnectionsWithDueUsage } from '../../storage/marketplace/connections.ts';
import type { LeasedReport } from '../../storage/usage/sending.ts';
import { AbandonedLeases } from './abandoned-leases.ts';
import { ConnectionCircuits } from './connection-circuits.ts';
import { QueueWalk } from './queue-walk.ts';
import { type SentUsage, sendBatches } from './send.ts';

/** How long after it became due a report waits for a sender at most. */
export const dispatchPause = 1_000;

/** What the marketplace takes in one call. */
const batchSize = 25;
/** Batches that are leased and settled together: that costs the database less than each for itself. */
const batchesOfLease = 16;
/** While one lane leases or settles, the other sends. A third lane is not faster. */
const lanes = 2;

export interface DispatchOptions {
  readonly context: () => ActionContext;
  readonly metering: MeteringService;
  readonly measurements: WorkMeasurements;
  readonly encryptionKey: EncryptionKey;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends due reports, each connection for itself: one that is slow or down never holds up another. From one that fails
 * nothing is leased until it has rested, and then a single batch.
 */
export function dispatchUsage(options: DispatchOptions) {
  const { context, metering, measurements, encryptionKey, onFailure } = options;
  const atWork = new Map<string, Promise<void>>();
  const circuits = new ConnectionCircuits(measurements.openCircuits);
  const abandoned = new AbandonedLeases();

  /** Leases, sends and settles so many batches; false when there is nothing more to do, or nobody who takes it. */
  const send = async (
    connection: MarketplaceConnection,
    address: ConnectionAddress,
    name: string,
    batches: number,
    queue: QueueWalk,
  ): Promise<boolean> => {
    const taking = context();
    try {
      const position = queue.position(taking.now);
      const leases = abandoned.of(name, taking.now);
      const leased = await leaseUsage(taking, address, batches * batchSize, position, leases);
      queue.passed(leased);
      return leased.length > 0 && (await sendLeased(connection, address, name, leased, batches));
    } catch (error) {
      abandoned.note(name, address, usageLeaseTerms(taking.now).leasedUntil);
      throw error;
    }
  };

  const sendLeased = async (
    connection: MarketplaceConnection,
    address: ConnectionAddress,
    name: string,
    leased: readonly LeasedReport[],
    batches: number,
  ): Promise<boolean> => {
    const sent = await sendBatches(batchesOf(leased), (events) => metering.sendBatch(connection, events));
    const trouble = worstOf(sent);
    if (trouble) {
      const { now, randomBytes } = context();
      const chance = (randomBytes(1)[0] ?? 0) / 256;
      const { retryAfterSeconds, reason } = trouble;
      const restsUntil = circuits.failed(name, { now, chance, retryAfterSeconds });
      await recordSendingTrouble(context(), address, reason, restsUntil);
    } else {
      circuits.answered(name);
      // Another node, or this one before it was started anew, may have met trouble: the first answer ends it.
      if (batches === 1) await clearSendingTrouble(context(), address);
    }
    await settleUsage(
      context(),
      sent.flatMap(({ results }) => results),
    );
    return !trouble;
  };

  const drain = async (address: ConnectionAddress, name: string): Promise<void> => {
    const connection = await openConnection(context().database, address, encryptionKey);
    // The first call goes alone: it may be the probe of a connection that fails.
    const queue = new QueueWalk(dispatchPause);
    let goesOn = await send(connection, address, name, 1, queue);
    const loop = async () => {
      while (goesOn) goesOn = (await send(connection, address, name, batchesOfLease, queue)) && goesOn;
    };
    await Promise.all(Array.from({ length: lanes }, loop));
  };

  return {
    /** Sets every connection that has something to send to work; answers at once. */
    async work(): Promise<boolean> {
      const { database, now } = context();
      const due = await findConnectionsWithDueUsage(database, now);
      for (const address of [...due, ...abandoned.addresses(now)]) {
        const name = `${address.workspaceId} ${address.sourceName}`;
        if (atWork.has(name) || !circuits.admits(name, now)) continue;
        const task = drain(address, name)
          .catch(onFailure)
          .finally(() => atWork.delete(name));
        atWork.set(name, task);
      }
      return false;
    },
    /** Waits for what is under way. */
    async finish(): Promise<void> {
      await Promise.all(atWork.values());
    },
  };
}

function batchesOf(reports: readonly LeasedReport[]): readonly (readonly LeasedReport[])[] {
  const count = Math.ceil(reports.length / batchSize);
  return Array.from({ length: count }, (_, index) =>
    reports.slice(index * batchSize, (index + 1) * batchSize),
  );
}

/** Of the calls that brought nothing, the one after which to wait longest; null when all were answered. */
function worstOf(sent: readonly SentUsage[]): MarketplaceFailure | null {
  const troubles = sent.flatMap(({ trouble }) => trouble ?? []);
  return troubles.sort((a, b) => (b.retryAfterSeconds ?? 0) - (a.retryAfterSeconds ?? 0))[0] ?? null;
}
