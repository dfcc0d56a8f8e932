import { FactsCache, type Liveness } from '../../../cache/facts-cache.ts';
import type { Change } from '../../../core/change.ts';
import { isSlug } from '../../../core/identifiers.ts';
import type { Measurements } from '../../../core/ports.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import type { MeteredCandidate } from '../../../core/usage/meter-mapping.ts';
import { type CandidateKey, candidateKeyText } from '../../../core/usage/reports/target.ts';
import type { Database } from '../../../storage/database.ts';
import { loadUsageCandidates } from '../../../storage/usage/candidates.ts';
import { loadUsageHold } from '../../../storage/workspaces/workspaces.ts';

const maxTenants = 20_000;
const maxCandidateBytes = 64 * 1024 * 1024;
const maxWorkspaces = 10_000;
const bytesOfHold = 100;
/** A workspace has one hold. */
const holdKey = '';

/** Caches the facts that usage records are resolved with, until a change invalidates them. */
export class UsageFacts {
  readonly #candidates: FactsCache<readonly MeteredCandidate[]>;
  readonly #holds: FactsCache<{ readonly minutes: number }>;

  constructor(liveness: Liveness, measurements: Measurements) {
    this.#candidates = new FactsCache({
      name: 'usage',
      maxEntries: maxTenants,
      maxBytes: maxCandidateBytes,
      bytesOf,
      liveness,
      measurements,
    });
    this.#holds = new FactsCache({
      name: 'usage-hold',
      maxEntries: maxWorkspaces,
      maxBytes: maxWorkspaces * bytesOfHold,
      bytesOf: () => bytesOfHold,
      liveness,
      measurements,
    });
  }

  /** Candidate subscriptions of each record, with at most one query. */
  candidates(
    database: Database,
    workspaceId: string,
    records: readonly (CandidateKey | Refusal)[],
  ): Promise<readonly (readonly MeteredCandidate[] | undefined)[]> {
    const keys = records.map((record) =>
      isRefusal(record) || !isSlug(record.product) ? null : candidateKeyText(workspaceId, record),
    );
    return this.#candidates.readAll(workspaceId, keys, (missing) => {
      const requested = missing.flatMap((key) => {
        const record = records[keys.indexOf(key)];
        return record === undefined || isRefusal(record) ? [] : [record];
      });
      return loadUsageCandidates(database, workspaceId, requested);
    });
  }

  async holdMinutes(database: Database, workspaceId: string): Promise<number> {
    const hold =
      this.#holds.peek(workspaceId, holdKey) ??
      (await this.#holds.read(workspaceId, holdKey, async () => ({
        minutes: await loadUsageHold(database, workspaceId),
      })));
    if (!hold) throw new Error(`Workspace ${workspaceId} has no usage hold`);
    return hold.minutes;
  }

  changed(change: Change): void {
    switch (change.kind) {
      case 'entitlement':
        this.#candidates.evict(change.workspaceId, candidateKeyText(change.workspaceId, change));
        break;
      case 'catalogue':
        this.#candidates.evictWorkspace(change.workspaceId);
        break;
      case 'settings':
        this.#holds.evict(change.workspaceId, holdKey);
        break;
    }
  }

  lost(): void {
    this.#candidates.clear();
    this.#holds.clear();
  }
}

/** Estimate: each candidate's subscription, its active periods and terms, and the dimensions of its plan. */
function bytesOf(candidates: readonly MeteredCandidate[]): number {
  return candidates.reduce(
    (sum, { activePeriods, terms, plan, mappings }) =>
      sum +
      1_000 +
      200 * (activePeriods.length + terms.length) +
      plan.dimensions.reduce((all, { length }) => all + 50 + length, 0) +
      mappings.reduce((all, { eventMeters }) => all + 200 + 400 * eventMeters.size, 0),
    200,
  );
}
