import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { closingKeys } from '../../core/usage/notice.ts';
import { correct, release, reportAsDimension, reportByHand } from '../../core/usage/reports/manual-report.ts';
import type { UsageKey, UsageReport } from '../../core/usage/reports/report.ts';
import { resolveRecord } from '../../core/usage/reports/resolve-record.ts';
import { candidateKeyText } from '../../core/usage/reports/target.ts';
import { type Quantity, quantityToNumber } from '../../core/values/quantity.ts';
import type { AuditAction } from '../../core/workspaces/audit.ts';
import { loadCandidateKey, loadUsageCandidates } from '../../storage/usage/candidates.ts';
import {
  insertReports,
  lockReports,
  type StoredReport,
  updateReportAddress,
  updateReportedAs,
  updateReports,
} from '../../storage/usage/reports.ts';
import { loadUsageHold } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { closeNotices } from '../workspaces/notices.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { announceReportChanges } from './sending.ts';

export interface UsageByHand extends UsageKey {
  readonly quantity: Quantity;
  /** The dimension of the rejected report whose usage this is; null: the usage is of the dimension itself. */
  readonly insteadOf: string | null;
}

/**
 * Records usage that a person reports, with the checks of an application's record. An hour that the marketplace rejected
 * is sent again, to the address that the mapping has now, or as another dimension, and its notice is done.
 */
export async function reportUsage(
  context: ActionContext,
  workspaceId: string,
  usage: UsageByHand,
  reportedBy: string,
): Promise<StoredReport | Refusal> {
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const key = await loadCandidateKey(database, workspaceId, usage.subscriptionId);
    if (!key) return refuseUnknown('subscriptionId', 'subscription');
    const candidates = await loadUsageCandidates(database, workspaceId, [key]);
    const { insteadOf } = usage;
    const keys = insteadOf === null ? [usage] : [usage, { ...usage, dimension: insteadOf }];
    const locked = await lockReports(database, workspaceId, keys, now);
    const stored = locked.find(({ report }) => report.dimension === usage.dimension);
    const rejected = locked.find(({ report }) => report.dimension === insteadOf);
    if (insteadOf !== null && !rejected) return refuseUnknown('insteadOf', 'usage report');
    const record = { ...usage, ...key, plan: null };
    const resolved = resolveRecord(record, candidates.get(candidateKeyText(workspaceId, key)) ?? [], {
      now,
      reportId: timeOrderedId(now, randomBytes),
      holdMinutes: await loadUsageHold(database, workspaceId),
      isOfEvents: stored?.origin === 'Events',
    });
    if (isRefusal(resolved)) return resolved;
    const decide = (known: StoredReport | null) =>
      rejected ? reportAsDimension(rejected, known, resolved, now) : reportByHand(known, resolved, now);
    const decided = decide(stored ?? null);
    if (isRefusal(decided)) return decided;
    const { report, isAgain } = decided;
    const { sourceName, marketplaceSubscriptionId, marketplacePlanId } = resolved;
    const address = { sourceName, marketplaceSubscriptionId, marketplacePlanId };
    const origin = stored?.origin ?? ('Records' as const);
    const changed = { workspaceId, origin, ...address, report, reportedAs: null };
    const actionContext = { ...context, database };
    if (isAgain) {
      await updateReports(database, workspaceId, [changed]);
      await updateReportAddress(database, changed);
    } else if ((await insertReports(database, workspaceId, [changed])) === 0) {
      // An application has reported the hour at the same moment.
      const [other] = await lockReports(database, workspaceId, [usage], now);
      const refused = decide(other ?? changed);
      if (isRefusal(refused)) return refused;
      throw new Error('The report was neither inserted nor found');
    }
    if (rejected) await updateReportedAs(database, workspaceId, rejected.report, usage.dimension);
    const before = rejected ?? stored;
    if (before) await closeNotices(actionContext, workspaceId, closingKeys(before.report), reportedBy);
    await announceReportChanges(database, [changed]);
    await recordAudit(actionContext, workspaceId, {
      action: before ? 'usage_report.reported_again' : 'usage_report.added',
      subject: { kind: 'UsageReport', id: report.reportId },
      before: before ? shown(before.report) : null,
      after: shown(report),
    });
    return changed;
  });
}

function shown({ subscriptionId, dimension, hour, quantity, status }: UsageReport) {
  return { subscriptionId, dimension, hour, quantity: quantityToNumber(quantity), status };
}

/** Changes the quantity of a report that has not been sent. */
export function correctUsageReport(
  context: ActionContext,
  workspaceId: string,
  key: UsageKey,
  correction: { readonly quantity: Quantity; readonly replaces: Quantity },
): Promise<StoredReport | Refusal> {
  return changeReport(context, workspaceId, key, {
    action: 'usage_report.corrected',
    decide: (report) => correct(report, correction, context.now),
    shows: ({ quantity, status }) => ({ quantity: quantityToNumber(quantity), status }),
  });
}

/** Ends a report's hold, so that it is due now. */
export function releaseUsageReport(
  context: ActionContext,
  workspaceId: string,
  key: UsageKey,
): Promise<StoredReport | Refusal> {
  return changeReport(context, workspaceId, key, {
    action: 'usage_report.released',
    decide: (report) => release(report, context.now),
    shows: ({ dueAt }) => ({ dueAt }),
  });
}

/**
 * A person's change of one report. The report is locked: a leased one is refused, and a later lease sees the change.
 */
async function changeReport(
  context: ActionContext,
  workspaceId: string,
  key: UsageKey,
  change: {
    readonly action: AuditAction;
    readonly decide: (report: UsageReport) => UsageReport | Refusal;
    /** The audited members. */
    readonly shows: (report: UsageReport) => object;
  },
): Promise<StoredReport | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const [stored] = await lockReports(database, workspaceId, [key], context.now);
    if (!stored) return refuseUnknown('hour', 'usage report');
    const decided = change.decide(stored.report);
    if (isRefusal(decided)) return decided;
    if (decided === stored.report) return stored;
    const changed = { ...stored, report: decided };
    await updateReports(database, workspaceId, [changed]);
    await announceReportChanges(database, [changed]);
    const { reportId, subscriptionId, dimension, hour } = decided;
    const named = { subscriptionId, dimension, hour };
    await recordAudit({ ...context, database }, workspaceId, {
      action: change.action,
      subject: { kind: 'UsageReport', id: reportId },
      before: { ...named, ...change.shows(stored.report) },
      after: { ...named, ...change.shows(decided) },
    });
    return changed;
  });
}
