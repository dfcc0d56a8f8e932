import { LRUCache } from 'lru-cache';
import type { Change } from '../../../core/change.ts';
import { answerText } from '../../../core/entitlements/answer-text.ts';
import type { Eligibility, SubscriptionSeats } from '../../../core/entitlements/eligibility.ts';
import {
  entitlementTagSource,
  nextEntitlementChangeAt,
  resolveEntitlement,
} from '../../../core/entitlements/entitlement.ts';
import type { Measurements } from '../../../core/ports.ts';
import type { Member } from '../../../core/subscriptions/eligibility-subject.ts';
import type { CompactEntitlement } from '../../../storage/entitlements/entitlements.ts';
import { etagOf } from '../../conditional.ts';
import { FactsCache, type Liveness } from '../../facts-cache.ts';
import { PreparedAnswer } from './prepared-answer.ts';

const megabyte = 1024 * 1024;
/** About 3.5 kB each. */
const maxSnapshots = 50_000;
const maxSnapshotBytes = 192 * megabyte;
const maxSubjects = 50_000;
const maxSubjectBytes = 256 * megabyte;
/** Per user, since a product can have hundreds of plans. */
const maxAnswers = 4;
const bytesOfAnswer = 800;

export interface TaggedAnswer {
  readonly tag: string;
  readonly text: PreparedAnswer;
}

let made = 0;

/** Facts of one tenant and product, with the rendered entitlement. */
export class EntitlementSnapshot {
  readonly key: string;
  readonly workspaceId: string;
  readonly stored: CompactEntitlement;
  /** Unique; part of the cache keys of the subjects that depend on this snapshot. */
  readonly number: number;
  #answer: TaggedAnswer | undefined;

  constructor(key: string, workspaceId: string, stored: CompactEntitlement) {
    this.key = key;
    this.workspaceId = workspaceId;
    this.stored = stored;
    made += 1;
    this.number = made;
  }

  /** The stored texts, and a rendered answer of up to the same size. */
  get bytes(): number {
    return 1_000 + 2 * this.stored.bytes;
  }

  /** The rendered entitlement at this instant, with its ETag. */
  answerAt(now: Date): TaggedAnswer {
    if (this.#answer?.text.isValidAt(now)) return this.#answer;
    const { facts } = this.stored;
    const text = answerText(resolveEntitlement(facts, now));
    this.#answer = {
      tag: etagOf(entitlementTagSource(text)),
      text: new PreparedAnswer(text, nextEntitlementChangeAt(facts, now)),
    };
    return this.#answer;
  }
}

/** Facts of one user, with the decisions made from them. */
export class SubjectSnapshot {
  readonly members: readonly Member[];
  readonly seats: readonly SubscriptionSeats[];
  readonly #answers = new Map<string | null, PreparedAnswer>();

  constructor({
    members,
    seats,
  }: { readonly members: readonly Member[]; readonly seats: readonly SubscriptionSeats[] }) {
    this.members = members;
    this.seats = seats;
  }

  /** The cached decision about this plan, or about any, if it is still valid. */
  answerAt(plan: string | null, now: Date): PreparedAnswer | undefined {
    const answer = this.#answers.get(plan);
    return answer?.isValidAt(now) ? answer : undefined;
  }

  /** Includes the decisions that may still be added. */
  get bytes(): number {
    return 500 + 300 * this.members.length + 100 * this.seats.length + maxAnswers * bytesOfAnswer;
  }

  /** Caches a decision that needed only these facts. */
  cacheAnswer(plan: string | null, answer: Eligibility, changesAt: Date | null): void {
    if (this.#answers.size === maxAnswers) this.#answers.clear();
    this.#answers.set(plan, new PreparedAnswer(answerText(answer), changesAt));
  }
}

/** Caches entitlements, each until a change invalidates it. */
export class EntitlementSnapshots {
  readonly #snapshots: FactsCache<EntitlementSnapshot>;
  /** A user's facts are valid while the snapshot they were read with is current. */
  readonly #subjects = new LRUCache<string, SubjectSnapshot>({
    max: maxSubjects,
    maxSize: maxSubjectBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  /** Latest change of members per workspace; part of the subjects' cache keys, so that a change invalidates them. */
  readonly #memberChanges = new Map<string, number>();
  #changes = 0;

  constructor(liveness: Liveness, measurements: Measurements) {
    this.#snapshots = new FactsCache({
      name: 'entitlement',
      maxEntries: maxSnapshots,
      maxBytes: maxSnapshotBytes,
      bytesOf: ({ bytes }) => bytes,
      liveness,
      measurements,
    });
  }

  peek(workspaceId: string, product: string, tenantId: string): EntitlementSnapshot | undefined {
    return this.#snapshots.peek(snapshotKey(workspaceId, product, tenantId));
  }

  read(
    workspaceId: string,
    product: string,
    tenantId: string,
    load: () => Promise<CompactEntitlement | undefined>,
  ): Promise<EntitlementSnapshot | undefined> {
    const key = snapshotKey(workspaceId, product, tenantId);
    return this.#snapshots.read(key, async () => {
      const stored = await load();
      return stored && new EntitlementSnapshot(key, workspaceId, stored);
    });
  }

  /** The cache key contains the snapshot's number, so facts of an older snapshot are not found. */
  peekSubject(snapshot: EntitlementSnapshot, subjectKey: string): SubjectSnapshot | undefined {
    return this.#subjects.get(this.#subjectKey(snapshot, subjectKey));
  }

  async readSubject(
    snapshot: EntitlementSnapshot,
    subjectKey: string,
    load: () => Promise<SubjectSnapshot>,
  ): Promise<SubjectSnapshot> {
    const key = this.#subjectKey(snapshot, subjectKey);
    const subject = await load();
    if (this.#subjectKey(snapshot, subjectKey) === key && this.#isCurrent(snapshot)) {
      this.#subjects.set(key, subject);
    }
    return subject;
  }

  #subjectKey({ number, workspaceId }: EntitlementSnapshot, subjectKey: string): string {
    return `${number} ${this.#memberChanges.get(workspaceId) ?? 0} ${subjectKey}`;
  }

  #isCurrent(snapshot: EntitlementSnapshot): boolean {
    return this.#snapshots.peek(snapshot.key) === snapshot;
  }

  changed(change: Change): void {
    switch (change.kind) {
      case 'entitlement':
        this.#snapshots.evict(snapshotKey(change.workspaceId, change.product, change.tenantId));
        break;
      case 'catalogue':
        this.#snapshots.evictWhere((key) => key.startsWith(change.workspaceId));
        break;
      case 'members':
        this.#changes += 1;
        this.#memberChanges.set(change.workspaceId, this.#changes);
        break;
    }
  }

  lost(): void {
    // Subjects are found through snapshots only, so they need not be cleared.
    this.#snapshots.clear();
    this.#subjects.clear();
  }
}

function snapshotKey(workspaceId: string, product: string, tenantId: string): string {
  return `${workspaceId} ${product} ${tenantId}`;
}
