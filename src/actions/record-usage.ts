import type { ApiClient } from '../core/api-client.ts';
import { answersOutlivedAt } from '../core/idempotency-key.ts';
import { isSlug, timeOrderedIds } from '../core/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { foldBatch, type UsageAnswer, usageKeyText } from '../core/usage-batch.ts';
import type { UsageRecord } from '../core/usage-record.ts';
import type { UsageKey, UsageReport } from '../core/usage-report.ts';
import { findUsageTarget, questionText } from '../core/usage-target.ts';
import { refuseWindow } from '../core/usage-window.ts';
import type { Database } from '../storage/database.ts';
import { type AnswerKey, findAnswer, holdKey, saveAnswer } from '../storage/idempotent-answers.ts';
import { findProductIds } from '../storage/products.ts';
import type { MeteredCandidate } from '../storage/usage-candidates.ts';
import { insertReports, lockReports, type ReportAddress, updateReports } from '../storage/usage-reports.ts';
import type { ActionContext } from './context.ts';

export interface Idempotency {
  readonly key: string;
  readonly requestHash: Uint8Array;
}

/** The records of one request, each as it was meant or as what is wrong with it, and what is known of whom they are about. */
export interface ReportedUsage {
  readonly records: readonly (UsageRecord | Refusal)[];
  /** The subscriptions that they may be about, by `questionText`. */
  readonly candidates: ReadonlyMap<string, readonly MeteredCandidate[]>;
  readonly holdMinutes: number;
}

export interface RecordedUsage {
  /** The answer as it is sent, and as it is kept. */
  readonly text: string;
  readonly isReplayed: boolean;
}

/** A record that found who takes it: its key, and where the report will go. */
interface Placed {
  readonly record: UsageRecord;
  readonly key: UsageKey;
  readonly address: ReportAddress;
}

/**
 * Takes the records of one request, each on its own, in order, in a constant number of statements. With an idempotency
 * key they and the answer, which is kept, are one transaction, so that it exists exactly when the records do. Without one
 * the records are as safe each on its own: who sends them again after a crash finds those that were taken unchanged.
 */
export async function recordUsage(
  context: ActionContext,
  client: ApiClient,
  usage: ReportedUsage,
  idempotency: Idempotency | null,
): Promise<RecordedUsage | Refusal> {
  if (!idempotency) return recorded(await takeRecords(context, client, usage));
  const { key, requestHash } = idempotency;
  const answerKey = { ...keyOf(client), key };
  return context.database.transaction().execute(async (database) => {
    const kept = await earlierAnswer(database, answerKey, requestHash, context.now);
    if (kept) return kept;
    const taken = recorded(await takeRecords({ ...context, database }, client, usage));
    await saveAnswer(database, answerKey, { requestHash, answer: taken.text }, context.now);
    return taken;
  });
}

function recorded(answer: UsageAnswer): RecordedUsage {
  return { text: JSON.stringify(answer), isReplayed: false };
}

function keyOf({ workspaceId, apiClientId }: ApiClient): Omit<AnswerKey, 'key'> {
  return { workspaceId, apiClientId };
}

async function earlierAnswer(
  database: Database,
  key: AnswerKey,
  requestHash: Uint8Array,
  now: Date,
): Promise<RecordedUsage | Refusal | undefined> {
  if (!(await holdKey(database, key))) return refuse('request.idempotency_in_progress');
  const kept = await findAnswer(database, key, answersOutlivedAt(now));
  if (!kept) return undefined;
  return Buffer.from(kept.requestHash).equals(requestHash)
    ? { text: kept.answer, isReplayed: true }
    : refuse('request.idempotency_key_reused');
}

async function takeRecords(
  { database, now, randomBytes }: ActionContext,
  client: ApiClient,
  { records, candidates, holdMinutes }: ReportedUsage,
): Promise<UsageAnswer> {
  const { workspaceId } = client;
  const forbidden = await forbiddenProducts(database, client, records);
  const placed = records.map((record) =>
    isRefusal(record)
      ? record
      : place(record, forbidden, candidates.get(questionText(workspaceId, record)) ?? [], now),
  );
  const ids = timeOrderedIds(placed.length, now, randomBytes);
  const submissions = placed.map((one, index) =>
    isRefusal(one)
      ? one
      : { ...one.key, quantity: one.record.quantity, reportId: ids[index] ?? '', holdMinutes },
  );
  const addresses = new Map(
    placed.flatMap((one) => (isRefusal(one) ? [] : [[usageKeyText(one.key), one.address] as const])),
  );
  const addressed = (reports: readonly UsageReport[]) =>
    reports.flatMap((report) => {
      const address = addresses.get(usageKeyText(report));
      return address ? [{ ...address, report }] : [];
    });

  // Most hours are reported once: all are taken for new, and only those that turn out not to be are looked at.
  const asNew = foldBatch(new Map(), submissions, now);
  const reports = asNew.writes.map(({ after }) => after);
  const added = await insertReports(database, workspaceId, addressed(reports));
  if (added === reports.length) return asNew.answer;

  const replace = async (transaction: Database) => {
    const known = await lockReports(transaction, workspaceId, reports);
    const ours = new Set(reports.map(({ reportId }) => reportId));
    const earlier = known.map(({ report }) => report).filter(({ reportId }) => !ours.has(reportId));
    const books = new Map(earlier.map((report) => [usageKeyText(report), report]));
    const folded = foldBatch(books, submissions, now);
    const changed = folded.writes.filter(({ before }) => before !== null).map(({ after }) => after);
    await updateReports(
      transaction,
      addressed(changed).map((report) => ({ workspaceId, ...report })),
    );
    return folded.answer;
  };
  return database.isTransaction ? replace(database) : database.transaction().execute(replace);
}

/** Which of the records' products exist and are outside the client's own. */
async function forbiddenProducts(
  database: Database,
  { workspaceId, products }: ApiClient,
  records: readonly (UsageRecord | Refusal)[],
): Promise<ReadonlySet<string>> {
  if (products === 'all') return new Set();
  const named = records.flatMap((record) => (isRefusal(record) ? [] : [record.product]));
  const slugs = [...new Set(named)].filter(isSlug);
  const ids = await findProductIds(database, workspaceId, slugs);
  return new Set([...ids].filter(([, id]) => !products.has(id)).map(([slug]) => slug));
}

/** Product, hour, subscription: the first that does not fit is the reason. */
function place(
  record: UsageRecord,
  forbidden: ReadonlySet<string>,
  candidates: readonly MeteredCandidate[],
  now: Date,
): Placed | Refusal {
  const { product, dimension, hour } = record;
  if (forbidden.has(product)) return refuse('api_client.product_not_allowed', { product });
  const outside = refuseWindow(hour, now);
  if (outside) return outside;
  const target = findUsageTarget(candidates, record, now);
  if (isRefusal(target)) return target;
  const { subscriptionId, marketplaceSubscriptionId } = target.subscription;
  const mapping = target.mappings.find(({ dimensions }) => dimensions.includes(dimension));
  if (!mapping || marketplaceSubscriptionId === null) throw new Error('The target has no meter');
  const { sourceName, marketplacePlanId } = mapping;
  return {
    record,
    key: { subscriptionId, dimension, hour },
    address: { sourceName, marketplacePlanId, marketplaceSubscriptionId },
  };
}
