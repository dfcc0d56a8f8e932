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
/** Of one user: as many plans as somebody asks about, and there can be hundreds. */
const maxAnswers = 4;
const bytesOfAnswer = 800;

export interface TaggedAnswer {
  readonly tag: string;
  readonly text: PreparedAnswer;
}

let made = 0;

/** What is known of one tenant and one product, with the answer that it makes. */
export class EntitlementSnapshot {
  readonly key: string;
  readonly workspaceId: string;
  readonly stored: CompactEntitlement;
  /** Another for each, by which what hangs on it is kept. */
  readonly number: number;
  #answer: TaggedAnswer | undefined;

  constructor(key: string, workspaceId: string, stored: CompactEntitlement) {
    this.key = key;
    this.workspaceId = workspaceId;
    this.stored = stored;
    made += 1;
    this.number = made;
  }

  /** The stored texts, and an answer that can be as long as they are. */
  get bytes(): number {
    return 1_000 + 2 * this.stored.bytes;
  }

  /** The answer at this instant and its tag. */
  answerAt(now: Date): TaggedAnswer {
    if (this.#answer?.text.isGoodAt(now)) return this.#answer;
    const { facts } = this.stored;
    const text = answerText(resolveEntitlement(facts, now));
    this.#answer = {
      tag: etagOf(entitlementTagSource(text)),
      text: new PreparedAnswer(text, nextEntitlementChangeAt(facts, now)),
    };
    return this.#answer;
  }
}

/** What is known of one user beside what their tenant holds, with the answers that have come of it. */
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

  /** The answer about this plan, or about any, if it was given before and time has not changed it. */
  answerAt(plan: string | null, now: Date): PreparedAnswer | undefined {
    const answer = this.#answers.get(plan);
    return answer?.isGoodAt(now) ? answer : undefined;
  }

  /** With all the answers that may be added. */
  get bytes(): number {
    return 500 + 300 * this.members.length + 100 * this.seats.length + maxAnswers * bytesOfAnswer;
  }

  /** Keeps an answer that needed nothing but these facts. */
  keep(plan: string | null, answer: Eligibility, changesAt: Date | null): void {
    if (this.#answers.size === maxAnswers) this.#answers.clear();
    this.#answers.set(plan, new PreparedAnswer(answerText(answer), changesAt));
  }
}

/** What this node keeps of entitlements, each until a change of it is heard of. */
export class EntitlementSnapshots {
  readonly #snapshots: FactsCache<EntitlementSnapshot>;
  /** A user's facts hold as long as the snapshot they were read beside is the current one. */
  readonly #subjects = new LRUCache<string, SubjectSnapshot>({
    max: maxSubjects,
    maxSize: maxSubjectBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  /** The latest change of members of each workspace; a subject's facts are found by it, so an older one's are not. */
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

  /** Of a snapshot that was just found: what hangs on another is not found by it. */
  peekSubject(snapshot: EntitlementSnapshot, asked: string): SubjectSnapshot | undefined {
    return this.#subjects.get(this.#subjectKey(snapshot, asked));
  }

  async readSubject(
    snapshot: EntitlementSnapshot,
    asked: string,
    load: () => Promise<SubjectSnapshot>,
  ): Promise<SubjectSnapshot> {
    const key = this.#subjectKey(snapshot, asked);
    const subject = await load();
    if (this.#subjectKey(snapshot, asked) === key && this.#isCurrent(snapshot)) {
      this.#subjects.set(key, subject);
    }
    return subject;
  }

  #subjectKey({ number, workspaceId }: EntitlementSnapshot, asked: string): string {
    return `${number} ${this.#memberChanges.get(workspaceId) ?? 0} ${asked}`;
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
    // Facts of subjects hang on the snapshots, and are not found without them.
    this.#snapshots.clear();
    this.#subjects.clear();
  }
}

function snapshotKey(workspaceId: string, product: string, tenantId: string): string {
  return `${workspaceId} ${product} ${tenantId}`;
}
