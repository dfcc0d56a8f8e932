import type { ActionContext } from '../../actions/context.ts';
import { type ConnectionAddress, openConnection } from '../../actions/marketplace/account.ts';
import { claimUsage } from '../../actions/usage/claim.ts';
import { noteSendingAnswered, noteSendingTrouble } from '../../actions/usage/note-sending.ts';
import { settleUsage } from '../../actions/usage/settle.ts';
import type { MarketplaceConnection, MarketplaceFailure } from '../../core/marketplace/ports.ts';
import type { MeteringService, WorkMeasurements } from '../../core/usage/ports.ts';
import { claimLeaseFrom } from '../../core/usage/report.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { findConnectionsWithDueUsage } from '../../storage/marketplace/connections.ts';
import type { ClaimedReport } from '../../storage/usage/sending.ts';
import { AbandonedLeases } from './abandoned-leases.ts';
import { ConnectionCircuits } from './connection-circuits.ts';
import { QueueWalk } from './queue-walk.ts';
import { type SentUsage, sendBatches } from './send.ts';

/** How long after it became due a report waits for a sender at most. */
export const dispatchPause = 1_000;

/** What the marketplace takes in one call. */
const batchSize = 25;
/** So many are claimed together, and settled together: that costs the database less than each for itself. */
const batchesOfClaim = 16;
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
 * nothing is claimed until it has rested, and then a single batch.
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
    const leased = context();
    try {
      const position = queue.position(leased.now);
      const leases = abandoned.of(name, leased.now);
      const claimed = await claimUsage(leased, address, batches * batchSize, position, leases);
      queue.passed(claimed);
      return claimed.length > 0 && (await sendLeased(connection, address, name, claimed, batches));
    } catch (error) {
      abandoned.note(name, address, claimLeaseFrom(leased.now));
      throw error;
    }
  };

  const sendLeased = async (
    connection: MarketplaceConnection,
    address: ConnectionAddress,
    name: string,
    claimed: readonly ClaimedReport[],
    batches: number,
  ): Promise<boolean> => {
    const sent = await sendBatches(batchesOf(claimed), (events) => metering.sendBatch(connection, events));
    const trouble = worstOf(sent);
    if (trouble) {
      const { now, randomBytes } = context();
      const chance = (randomBytes(1)[0] ?? 0) / 256;
      const { retryAfterSeconds, reason } = trouble;
      const restsUntil = circuits.failed(name, { now, chance, retryAfterSeconds });
      await noteSendingTrouble(context(), address, reason, restsUntil);
    } else {
      circuits.answered(name);
      // Another node, or this one before it was started anew, may have met trouble: the first answer ends it.
      if (batches === 1) await noteSendingAnswered(context(), address);
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
      while (goesOn) goesOn = (await send(connection, address, name, batchesOfClaim, queue)) && goesOn;
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

function batchesOf(reports: readonly ClaimedReport[]): readonly (readonly ClaimedReport[])[] {
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
