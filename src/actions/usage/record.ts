import type { ApiClient } from '../../core/clients/api-client.ts';
import { timeOrderedIds } from '../../core/identifiers.ts';
import { hoursBefore } from '../../core/operations/retention.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import {
  foldBatch,
  type UsageResponse,
  type UsageWrite,
  usageKeyText,
} from '../../core/usage/reports/batch.ts';
import type { UsageRecord } from '../../core/usage/reports/record.ts';
import { type ResolvedRecord, resolveRecord } from '../../core/usage/reports/resolve-record.ts';
import {
  findResponse,
  lockIdempotencyKey,
  type ResponseKey,
  saveResponse,
} from '../../storage/clients/idempotent-responses.ts';
import type { Database } from '../../storage/database.ts';
import {
  type AddressedReport,
  insertReports,
  lockReports,
  updateReports,
} from '../../storage/usage/reports.ts';
import type { ActionContext } from '../context.ts';
import { findForbiddenProducts } from './record-events.ts';

export interface Idempotency {
  readonly key: string;
  readonly requestHash: Uint8Array;
  /** For how long a response is stored. */
  readonly retentionHours: number;
}

/** Parsed records of one request or their refusals, with the subscriptions they may belong to. */
export interface ReportedUsage {
  readonly records: readonly (UsageRecord | Refusal)[];
  /** Candidate subscriptions of each record. */
  readonly candidates: readonly (readonly MeteredCandidate[] | undefined)[];
  readonly holdMinutes: number;
}

export interface RecordedUsage {
  /** The response body, also stored for the idempotency key. */
  readonly text: string;
  readonly isReplayed: boolean;
}

/**
 * Records each usage record on its own, in order, in a constant number of statements. With an idempotency key, records
 * and stored response are one transaction. Without one no transaction is needed: a retry after a crash finds the
 * recorded ones unchanged.
 */
export async function recordUsage(
  context: ActionContext,
  client: ApiClient,
  usage: ReportedUsage,
  idempotency: Idempotency | null,
): Promise<RecordedUsage | Refusal> {
  if (!idempotency) return recorded(await recordAll(context, client, usage));
  const { key, requestHash, retentionHours } = idempotency;
  const answerKey = { ...keyOf(client), key };
  const since = hoursBefore(context.now, retentionHours);
  return context.database.transaction().execute(async (database) => {
    const earlier = await findEarlierResponse(database, answerKey, requestHash, since);
    if (earlier) return earlier;
    const response = recorded(await recordAll({ ...context, database }, client, usage));
    await saveResponse(database, answerKey, { requestHash, answer: response.text }, context.now);
    return response;
  });
}

function recorded(answer: UsageResponse): RecordedUsage {
  return { text: JSON.stringify(answer), isReplayed: false };
}

function keyOf({ workspaceId, apiClientId }: ApiClient): Omit<ResponseKey, 'key'> {
  return { workspaceId, apiClientId };
}

async function findEarlierResponse(
  database: Database,
  key: ResponseKey,
  requestHash: Uint8Array,
  since: Date,
): Promise<RecordedUsage | Refusal | undefined> {
  if (!(await lockIdempotencyKey(database, key))) return refuse('request.idempotency_in_progress');
  const stored = await findResponse(database, key, since);
  if (!stored) return undefined;
  return Buffer.from(stored.requestHash).equals(requestHash)
    ? { text: stored.answer, isReplayed: true }
    : refuse('request.idempotency_key_reused');
}

async function recordAll(
  { database, now, randomBytes }: ActionContext,
  client: ApiClient,
  { records, candidates, holdMinutes }: ReportedUsage,
): Promise<UsageResponse> {
  const { workspaceId } = client;
  const products = records.flatMap((record) => (isRefusal(record) ? [] : [record.product]));
  const forbidden = await findForbiddenProducts(database, client, products);
  const ids = timeOrderedIds(records.length, now, randomBytes);
  const submissions = records.map((record, index) => {
    if (isRefusal(record)) return record;
    if (forbidden.has(record.product)) {
      return refuse('api_client.product_not_allowed', { product: record.product });
    }
    return resolveRecord(record, candidates[index] ?? [], { reportId: ids[index] ?? '', holdMinutes, now });
  });

  // Most hours are reported once, so all are inserted as new; only the conflicting ones are then read.
  const asNew = foldBatch(new Map(), submissions, now);
  const reports = asNew.writes.map(addressed);
  const added = await insertReports(database, workspaceId, reports);
  if (added === reports.length) return asNew.answer;

  const replace = async (transaction: Database) => {
    const ours = new Set(asNew.writes.map(({ after }) => after.reportId));
    const stored = await lockReports(
      transaction,
      workspaceId,
      asNew.writes.map(({ after }) => after),
      now,
    );
    const earlier = stored.map(({ report }) => report).filter(({ reportId }) => !ours.has(reportId));
    const books = new Map(earlier.map((report) => [usageKeyText(report), report]));
    const folded = foldBatch(books, submissions, now);
    const changed = folded.writes.filter(({ before }) => before !== null);
    await updateReports(transaction, workspaceId, changed.map(addressed));
    return folded.answer;
  };
  return database.isTransaction ? replace(database) : database.transaction().execute(replace);
}

function addressed({ after, first }: UsageWrite<ResolvedRecord>): AddressedReport {
  const { sourceName, marketplaceSubscriptionId, marketplacePlanId } = first;
  return { sourceName, marketplaceSubscriptionId, marketplacePlanId, report: after };
}
