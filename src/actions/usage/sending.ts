import { usageChange } from '../../core/change.ts';
import type { LeaseHolder } from '../../core/lease.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import { traitsOf } from '../../core/marketplace/connections/kinds.ts';
import {
  endsWithNotice,
  needsCorrection,
  needsWarning,
  noticeOfEnd,
  noticeOfExpiring,
  noticeOfLostSoon,
  unsentWarningMilliseconds,
} from '../../core/usage/notice.ts';
import {
  expire,
  type SendOutcome,
  settle,
  type UsageKey,
  usageLeaseTerms,
} from '../../core/usage/reports/report.ts';
import { scaleOf } from '../../core/usage/reports/whole-units.ts';
import type { WithKind } from '../../core/usage/reports/window.ts';
import { zeroQuantity } from '../../core/values/quantity.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { byWorkspace } from '../../storage/cluster/workspace-shard.ts';
import type { Database } from '../../storage/database.ts';
import { saveSendingFailure } from '../../storage/marketplace/connection-views.ts';
import { loadBuyers, loadSendsZeros } from '../../storage/usage/buyer-accounts.ts';
import {
  findExpiringReports,
  findOverdueReports,
  findRejectedReports,
  lockExpiringReports,
} from '../../storage/usage/expiring-reports.ts';
import {
  findReleasableLeases,
  type LeaseAddress,
  releaseLease,
  type UsageQueueAddress,
} from '../../storage/usage/leases.ts';
import { lockReports, type StoredReport, updateReports } from '../../storage/usage/reports.ts';
import {
  type QueuePosition,
  settleReports,
  type TakenReport,
  takeDueReports,
} from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';
import { raiseUsageNotices } from './announce-usage.ts';
import { carryRemainders, fixSentQuantities } from './whole-units.ts';

/** The id of the lease is chosen before the take: the lease may exist although the response was lost. */
export interface NewLease {
  readonly leaseId: string;
  readonly holder: string;
}

/**
 * Leases the next reports of one connection and freezes their quantities, exact and sent. Safe on any number of nodes at once. A worker
 * that takes repeatedly passes its position in the queue, so that sent reports are not scanned again.
 */
export function takeUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  queue: UsageQueueAddress,
  lease: NewLease,
  limit: number,
  from: QueuePosition | null = null,
  connection: WithKind = {},
): Promise<readonly TakenReport[]> {
  const request = { ...lease, terms: usageLeaseTerms(now, connection), limit, from };
  const { kind } = connection;
  const scale = scaleOf(connection);
  return database.transaction().execute((transaction) => {
    if (scale === null || !kind) return takeDueReports(transaction, queue, request);
    const fix = async (reports: readonly StoredReport[]) => {
      const fixed = await fixSentQuantities(transaction, queue, reports, scale, now);
      const sendable = await withoutZeros(transaction, queue, fixed);
      return traitsOf(connection).metersAccounts
        ? withAccounts(transaction, queue.workspaceId, sendable)
        : sendable;
    };
    return takeDueReports(transaction, queue, { ...request, scaled: { kind, fix } });
  });
}

/** A report of no whole unit is settled without being sent, unless the connection sends zeros. */
async function withoutZeros(
  database: Database,
  queue: UsageQueueAddress,
  reports: readonly TakenReport[],
): Promise<readonly TakenReport[]> {
  const isZero = ({ report }: TakenReport) => report.sentQuantity === zeroQuantity;
  if (!reports.some(isZero) || (await loadSendsZeros(database, queue))) return reports;
  return reports.map((stored) => (isZero(stored) ? { ...stored, unsent: { kind: 'carried' } } : stored));
}

const accountUnknown: SendOutcome = {
  kind: 'undecided',
  reason: { code: 'AccountUnknown', detail: 'The account of the buyer is not known.' },
  retryAfterMilliseconds: null,
};

async function withAccounts(
  database: Database,
  workspaceId: string,
  reports: readonly TakenReport[],
): Promise<readonly TakenReport[]> {
  const licences = reports.flatMap(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId ?? []);
  const buyers = await loadBuyers(database, workspaceId, [...new Set(licences)]);
  return reports.map((stored) => {
    const buyer = buyers.get(stored.marketplaceSubscriptionId ?? '');
    return buyer ? { ...stored, ...buyer } : { unsent: accountUnknown, ...stored };
  });
}

const maxReleased = 100;

/** Releases expired leases, and the worker's own leases that it does not work on. Their reports are sent again. */
export async function releaseUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  holder: LeaseHolder,
): Promise<void> {
  for (const lease of await findReleasableLeases(database, holder, now, maxReleased)) {
    await releaseLease(database, lease, holder, now);
  }
}

/** One sent report of a lease, and the marketplace's result. */
export interface SentReport {
  readonly sent: TakenReport;
  readonly outcome: SendOutcome;
}

/**
 * Ends a lease and writes the results of all its reports. After a release nothing is written: the next lease settles
 * the reports. Raises notices about reports that were not accepted. Returns the reports that were decided or postponed.
 */
export async function settleUsage(
  { database, now, randomBytes }: ActionContext,
  lease: LeaseAddress,
  results: readonly SentReport[],
): Promise<readonly StoredReport[]> {
  const chances = randomBytes(results.length);
  const settled = results.flatMap(({ sent, outcome }, index) => {
    const chance = (chances[index] ?? 0) / 256;
    const after = settle(sent.report, sent.report.attempts, outcome, now, chance);
    return after ? [{ taken: sent, after }] : [];
  });
  const write = async (writing: Database) => {
    const written = await settleReports(writing, lease, settled);
    return written.map(({ taken, after }) => ({ ...taken, report: after }));
  };
  // Usually there is neither a notice nor a cached use nor a remainder, and one statement needs no transaction.
  const isAlone = ({ taken, after }: (typeof settled)[number]) =>
    taken.origin === 'Records' && taken.report.kind === undefined && !endsWithNotice(after.status);
  if (settled.every(isAlone)) return write(database);
  return database.transaction().execute(async (transaction) => {
    const stored = await write(transaction);
    await carryRemainders(transaction, lease.workspaceId, stored, now);
    await announceReportChanges(transaction, stored);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, stored, noticeOfEnd);
    return stored;
  });
}

const maxBatch = 500;

/** Ends reports whose 24 hours have passed undecided, and tells support; each workspace for itself. Returns how many. */
export async function expireUsage(context: ActionContext): Promise<number> {
  let count = 0;
  const overdue = byWorkspace(await findOverdueReports(context.database, context.now, maxBatch));
  for (const [workspaceId, keys] of overdue) count += await expireReports(context, workspaceId, keys);
  return count;
}

async function expireReports(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const overdue = await lockReports(transaction, workspaceId, keys, now);
    const expired = overdue.flatMap((stored) => {
      const report = expire(stored.report, now);
      return report ? [{ ...stored, report }] : [];
    });
    await updateReports(transaction, workspaceId, expired);
    await carryRemainders(transaction, workspaceId, expired, now);
    await announceReportChanges(transaction, expired);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, expired, noticeOfEnd);
    return expired.length;
  });
}

const batchSize = 500;

/**
 * Raises one notice for each report that would expire within two hours, or that is rejected and can be corrected for no
 * longer than that; each workspace for itself. Returns how many.
 */
export async function warnExpiringUsage(context: ActionContext): Promise<number> {
  const { database, now } = context;
  const sendableSince = new Date(now.getTime() - unsentWarningMilliseconds);
  let count = 0;
  const found = byWorkspace(await findExpiringReports(database, now, sendableSince, batchSize));
  for (const [workspaceId, keys] of found) count += await warnOf(context, workspaceId, keys);
  const rejected = byWorkspace(await findRejectedReports(database, now, batchSize));
  for (const [workspaceId, keys] of rejected) count += await warnOfRejected(context, workspaceId, keys);
  return count;
}

async function warnOfRejected(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const rejected = await lockReports(transaction, workspaceId, keys, now);
    const lostSoon = rejected.filter(({ report }) => needsCorrection(report, now));
    await raiseUsageNotices({ database: transaction, now, randomBytes }, lostSoon, noticeOfLostSoon);
    return lostSoon.length;
  });
}

async function warnOf(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const expiring = await lockExpiringReports(transaction, workspaceId, keys);
    const stuck = expiring.filter(({ report }) => needsWarning(report, now));
    await raiseUsageNotices({ database: transaction, now, randomBytes }, stuck, noticeOfExpiring);
    return stuck.length;
  });
}

/** Shows in the portal that usage requests fail: since when, why, and when they are retried. */
export async function recordSendingFailure(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  address: MarketplaceSource,
  reason: string,
  restsUntil: Date,
): Promise<void> {
  await saveSendingFailure(database, address, { since: now, reason, restsUntil });
}

export async function clearSendingFailure(
  { database }: Pick<ActionContext, 'database'>,
  address: MarketplaceSource,
): Promise<void> {
  await saveSendingFailure(database, address, null);
}

/** Invalidates what nodes have cached of the usage with these reports. Reports of records are not cached for long. */
export async function announceReportChanges(
  database: Database,
  reports: readonly StoredReport[],
): Promise<void> {
  const ofEvents = byWorkspace(reports.filter(({ origin }) => origin === 'Events'));
  await announceChanges(
    database,
    [...ofEvents].map(([workspaceId, own]) =>
      usageChange(
        workspaceId,
        own.map(({ report }) => report.subscriptionId),
      ),
    ),
  );
}
