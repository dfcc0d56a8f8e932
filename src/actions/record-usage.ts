import { activePeriodsOf } from '../core/active-period.ts';
import type { ApiClient } from '../core/api-client.ts';
import { answersOutlivedAt } from '../core/idempotency-key.ts';
import { isSlug, timeOrderedId } from '../core/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { foldBatch, type UsageAnswer, usageKeyText } from '../core/usage-batch.ts';
import { type RawRecord, readUsageRecord, type UsageRecord } from '../core/usage-record.ts';
import type { UsageKey, UsageReport } from '../core/usage-report.ts';
import { findUsageTarget, type UsageCandidate as Target } from '../core/usage-target.ts';
import { refuseWindow } from '../core/usage-window.ts';
import type { Database } from '../storage/database.ts';
import { type AnswerKey, findAnswer, holdKey, saveAnswer } from '../storage/idempotent-answers.ts';
import { findProductIds } from '../storage/products.ts';
import { orUndo } from '../storage/savepoint.ts';
import { loadUsageCandidates, type UsageCandidate } from '../storage/usage-candidates.ts';
import { insertReports, lockReports, type ReportAddress, updateReports } from '../storage/usage-reports.ts';
import { loadUsageHold } from '../storage/workspaces.ts';
import type { ActionContext } from './context.ts';

/** How often a request starts over because others were first with some of its hours. */
const mostRounds = 10;

export interface Idempotency {
  readonly key: string;
  readonly requestHash: Uint8Array;
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
 * Takes the records of one request, each on its own, in order, in one transaction and a constant number of statements.
 * With an idempotency key the answer is kept in the same transaction, so that it exists exactly when the records do.
 */
export async function recordUsage(
  context: ActionContext,
  client: ApiClient,
  records: readonly RawRecord[],
  idempotency: Idempotency | null,
): Promise<RecordedUsage | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const key = idempotency && { ...keyOf(client), key: idempotency.key };
    const kept =
      key && idempotency && (await earlierAnswer(database, key, idempotency.requestHash, context.now));
    if (kept) return kept;
    const answer = await takeRecords({ ...context, database }, client, records);
    const text = JSON.stringify(answer);
    if (key && idempotency) {
      await saveAnswer(database, key, { requestHash: idempotency.requestHash, answer: text }, context.now);
    }
    return { text, isReplayed: false };
  });
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
  context: ActionContext,
  client: ApiClient,
  raw: readonly RawRecord[],
): Promise<UsageAnswer> {
  const { database, now } = context;
  const { workspaceId } = client;
  const read = raw.map((record) => readUsageRecord(record));
  const sound = read.filter((record): record is UsageRecord => !isRefusal(record));
  const candidates = await loadUsageCandidates(database, workspaceId, distinctQuestions(sound));
  const forbidden = await forbiddenProducts(database, client, sound);
  const holdMinutes = await loadUsageHold(database, workspaceId);
  const placed = read.map((record) =>
    isRefusal(record) ? record : place(record, forbidden, candidates, now),
  );

  const keys = placed.flatMap((one) => (isRefusal(one) ? [] : [one.key]));
  const addresses = new Map(
    placed.flatMap((one) => (isRefusal(one) ? [] : [[usageKeyText(one.key), one.address] as const])),
  );
  const submissions = placed.map((one) =>
    isRefusal(one)
      ? one
      : {
          ...one.key,
          quantity: one.record.quantity,
          reportId: timeOrderedId(now, context.randomBytes),
          holdMinutes,
        },
  );
  const stored = (reports: readonly UsageReport[]) =>
    reports.flatMap((report) => {
      const address = addresses.get(usageKeyText(report));
      return address ? [{ workspaceId, ...address, report }] : [];
    });
  for (let round = 1; round <= mostRounds; round++) {
    // When another request was first with one of the new hours, nothing of the round is true, and it starts over: also
    // without its locks, which would be taken out of order the next time.
    const answer = await orUndo(database, async () => {
      const known = await lockReports(database, workspaceId, keys);
      const books = new Map(known.map(({ report }) => [usageKeyText(report), report]));
      const folded = foldBatch(books, submissions, now);
      const added = folded.writes.filter(({ before }) => before === null).map(({ after }) => after);
      const changed = folded.writes.filter(({ before }) => before !== null).map(({ after }) => after);
      if (!(await insertReports(database, stored(added)))) return undefined;
      await updateReports(database, stored(changed));
      return folded.answer;
    });
    if (answer) return answer;
  }
  throw new Error('Others were always first: the usage could not be recorded');
}

/** Which of the records' products exist and are outside the client's own. */
async function forbiddenProducts(
  database: Database,
  { workspaceId, products }: ApiClient,
  records: readonly UsageRecord[],
): Promise<ReadonlySet<string>> {
  if (products === 'all') return new Set();
  const slugs = [...new Set(records.map(({ product }) => product))].filter(isSlug);
  const ids = await findProductIds(database, workspaceId, slugs);
  return new Set([...ids].filter(([, id]) => !products.has(id)).map(([slug]) => slug));
}

/** Product, hour, subscription: the first that does not fit is the reason. */
function place(
  record: UsageRecord,
  forbidden: ReadonlySet<string>,
  candidates: readonly UsageCandidate[],
  now: Date,
): Placed | Refusal {
  const { product, tenantId, dimension, hour } = record;
  if (forbidden.has(product)) return refuse('api_client.product_not_allowed', { product });
  const outside = refuseWindow(hour, now);
  if (outside) return outside;
  const own = candidates.filter(
    (candidate) => candidate.product === product && candidate.subscription.tenantId === tenantId,
  );
  const target = findUsageTarget(own.map(targetOf), record, now);
  if (isRefusal(target)) return target;
  const { subscriptionId, marketplaceSubscriptionId } = target.subscription;
  const mapping = own
    .find(({ subscription }) => subscription.subscriptionId === subscriptionId)
    ?.mappings.find(({ dimensions }) => dimensions.includes(dimension));
  if (!mapping || marketplaceSubscriptionId === null) throw new Error('The target has no meter');
  const { sourceName, marketplacePlanId } = mapping;
  return {
    record,
    key: { subscriptionId, dimension, hour },
    address: { sourceName, marketplacePlanId, marketplaceSubscriptionId },
  };
}

function targetOf({ subscription, plan, mappings, states }: UsageCandidate): Target {
  const dimensions = [...new Set(mappings.flatMap((mapping) => mapping.dimensions))];
  return { subscription, plan: { ...plan, dimensions }, activePeriods: activePeriodsOf(states) };
}

function distinctQuestions(records: readonly UsageRecord[]) {
  const questions = records
    .filter(({ product }) => isSlug(product))
    .map(({ product, tenantId }) => ({ product, tenantId }));
  return [...new Map(questions.map((question) => [JSON.stringify(question), question])).values()];
}
