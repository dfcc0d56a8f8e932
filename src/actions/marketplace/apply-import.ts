import { concurrently } from '../../async/concurrently.ts';
import type { ImportFacts } from '../../core/marketplace/import/import-subscription.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { fingerprintOf } from '../../secrets/hash.ts';
import { type ChangedCatalogue, changeCatalogue } from '../catalogue/change-catalogue.ts';
import { alignIfUnchanged } from './align-subscription.ts';
import { revisionOf } from './follow-subscription.ts';
import {
  draftOffers,
  findPublishedPlan,
  type Import,
  type ImportItem,
  itemOf,
  loadLocals,
  surveyImport,
} from './plan-import.ts';
import { maxRequests, unreadReason } from './survey-marketplace.ts';

/**
 * Adds the drafts of a plan to the catalogue, if they are still those of its fingerprint. Drafts that are there already are
 * nothing to add, so a repeated call changes nothing.
 */
export async function draftImport(options: Import, fingerprint: string): Promise<ChangedCatalogue | Refusal> {
  const { context, source, stopped } = options;
  const surveyed = await surveyImport(options);
  if (isRefusal(surveyed)) return surveyed;
  // The caller has been told that it failed.
  if (stopped.aborted) return refuse('service.unavailable');
  const { edit } = draftOffers(source, surveyed.offers);
  return changeCatalogue(context(), source.workspaceId, { revision: 'any' }, edit, {
    review: (changes) =>
      changes.length === 0 || fingerprintOf(changes) === fingerprint
        ? undefined
        : refuse('request.precondition_failed'),
  });
}

/** A row of the plan that a person wants applied. */
export interface PlannedRow {
  readonly id: string;
  readonly fingerprint: string;
}

export interface AppliedItem extends Omit<ImportItem, 'outcome' | 'fingerprint'> {
  readonly outcome: ImportItem['outcome'] | 'Added' | 'Changed' | 'Outdated';
}

export interface AppliedRows {
  /** Without those that were not reached. */
  readonly subscriptions: readonly AppliedItem[];
  /** Why the marketplace ended it early; what was done stays. */
  readonly failure: { readonly reason: string; readonly retryAfterSeconds: number | null } | null;
}

/**
 * Applies rows of a plan: each is read from the marketplace again and, if it is still as planned, aligned as after a
 * notification, in a transaction of its own. A row that is up to date already is left alone, so a repeated call continues
 * where one ended.
 */
export async function applyRows(
  options: Omit<Import, 'exported'>,
  rows: readonly PlannedRow[],
): Promise<AppliedRows> {
  const { stopped } = options;
  const results = new Map<string, AppliedItem>();
  let failure: AppliedRows['failure'] = null;
  await concurrently(maxRequests, rows, async (row) => {
    if (failure !== null || stopped.aborted) return;
    const applied = await applyRow(options, row);
    if ('failure' in applied) failure ??= applied.failure;
    else results.set(row.id, applied);
  });
  return { subscriptions: rows.flatMap(({ id }) => results.get(id) ?? []), failure };
}

async function applyRow(
  options: Omit<Import, 'exported'>,
  { id, fingerprint }: PlannedRow,
): Promise<AppliedItem | { readonly failure: NonNullable<AppliedRows['failure']> }> {
  const { context, fulfilment, connection, source } = options;
  const revision = await revisionOf(context(), source, id);
  const answer = await fulfilment.getSubscription(connection, id);
  if (answer.outcome === 'unavailable') {
    const { reason, retryAfterSeconds } = answer;
    return { failure: { reason, retryAfterSeconds } };
  }
  const remote = answer.outcome === 'answered' ? answer.value : { unread: unreadReason(answer) };
  const item = await decideNow(options, id, remote);
  if ('unread' in remote || (item.outcome !== 'Add' && item.outcome !== 'Change')) return item;
  const outdated = (reason: string) => ({ ...item, outcome: 'Outdated' as const, reason });
  if (item.fingerprint !== fingerprint) {
    return outdated('It has changed since the plan. Plan the import again.');
  }
  const aligned = await alignIfUnchanged(context(), source, remote, 'import', { revision, isRepair: false });
  if (aligned === null) return outdated('It was changed here meanwhile. Plan the import again.');
  if (isRefusal(aligned)) return { ...item, outcome: 'Refused', reason: aligned.detail };
  if (aligned.isBehind) {
    return outdated('A confirmed change is not shown by the marketplace yet: import it again later.');
  }
  const outcome = item.outcome === 'Add' ? 'Added' : 'Changed';
  return { ...item, outcome, subscriptionId: aligned.subscription?.subscriptionId ?? null };
}

async function decideNow(
  { context, source }: Omit<Import, 'exported'>,
  id: string,
  remote: ImportFacts['remote'],
): Promise<ImportItem> {
  const { database, now } = context();
  const key = 'unread' in remote ? id : remote.id;
  const local = (await loadLocals(context(), source, [key])).get(key) ?? null;
  const plan = 'unread' in remote ? null : await findPublishedPlan(database, source, remote);
  return itemOf(id, { remote, purchaserTenantId: null, local, plan }, undefined, now);
}
