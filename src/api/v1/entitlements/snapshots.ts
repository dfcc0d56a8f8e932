import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Change } from '../../../core/change.ts';
import type { SubscriptionSeats } from '../../../core/eligibility.ts';
import type { Member } from '../../../core/eligibility-subject.ts';
import {
  entitlementTagSource,
  nextEntitlementChangeAt,
  resolveEntitlement,
} from '../../../core/entitlement.ts';
import type { Measurements } from '../../../core/ports.ts';
import type { StoredEntitlement } from '../../../storage/entitlements.ts';
import { KeptFacts, type Liveness } from '../../kept-facts.ts';

/** About 2 kB each: the bound of what a node keeps in memory. */
const mostSnapshots = 50_000;
const mostSubjects = 50_000;

/** The serialised answer up to its `evaluatedAt`, and how long it stays the same. */
interface PreparedAnswer {
  readonly head: string;
  readonly tag: string;
  readonly until: number;
}

/** What is known of one tenant and one product, with the answer that it makes. */
export class EntitlementSnapshot {
  readonly stored: StoredEntitlement;
  #prepared: PreparedAnswer | undefined;

  constructor(stored: StoredEntitlement) {
    this.stored = stored;
  }

  /** The tag of the answer at this instant. */
  tag(now: Date): string {
    return this.#answer(now).tag;
  }

  /** The whole answer at this instant, as JSON. */
  body(now: Date): string {
    return `${this.#answer(now).head}${now.toISOString()}"}`;
  }

  #answer(now: Date): PreparedAnswer {
    const time = now.getTime();
    if (this.#prepared && time < this.#prepared.until) return this.#prepared;
    const { facts } = this.stored;
    const answer = resolveEntitlement(facts, now);
    const { evaluatedAt: _, ...rest } = answer;
    const digest = createHash('sha256').update(entitlementTagSource(answer)).digest('base64url');
    this.#prepared = {
      head: `${JSON.stringify(rest).slice(0, -1)},"evaluatedAt":"`,
      tag: `W/"${digest.slice(0, 27)}"`,
      until: nextEntitlementChangeAt(facts, now)?.getTime() ?? Number.POSITIVE_INFINITY,
    };
    return this.#prepared;
  }
}

/** What is known of one user beside what their tenant holds. */
export interface SubjectFacts {
  readonly members: readonly Member[];
  readonly seats: readonly SubscriptionSeats[];
}

/** What this node keeps of entitlements, each until a change of it is heard of. */
export class EntitlementSnapshots {
  readonly #snapshots: KeptFacts<EntitlementSnapshot>;
  /** A user's facts hold as long as the snapshot they were read beside is the current one. */
  readonly #subjects = new LRUCache<string, { snapshot: EntitlementSnapshot; facts: SubjectFacts }>({
    max: mostSubjects,
  });
  #memberChanges = 0;

  constructor(liveness: Liveness, measurements: Measurements) {
    this.#snapshots = new KeptFacts({
      name: 'entitlement',
      most: mostSnapshots,
      liveness,
      measurements,
    });
  }

  peek(workspaceId: string, product: string, tenantId: string): EntitlementSnapshot | undefined {
    return this.#snapshots.peek(`${workspaceId} ${product} ${tenantId}`);
  }

  read(
    workspaceId: string,
    product: string,
    tenantId: string,
    load: () => Promise<StoredEntitlement | undefined>,
  ): Promise<EntitlementSnapshot | undefined> {
    return this.#snapshots.read(`${workspaceId} ${product} ${tenantId}`, async () => {
      const stored = await load();
      return stored && new EntitlementSnapshot(stored);
    });
  }

  async subject(
    workspaceId: string,
    snapshot: EntitlementSnapshot,
    asked: string,
    load: () => Promise<SubjectFacts>,
  ): Promise<SubjectFacts> {
    const { tenantId, product } = snapshot.stored.facts;
    const isCurrent = () => this.peek(workspaceId, product.slug, tenantId) === snapshot;
    const key = `${workspaceId} ${product.slug} ${tenantId} ${asked}`;
    const kept = this.#subjects.get(key);
    if (kept && kept.snapshot === snapshot && isCurrent()) return kept.facts;
    const changesBefore = this.#memberChanges;
    const facts = await load();
    if (this.#memberChanges === changesBefore && isCurrent()) this.#subjects.set(key, { snapshot, facts });
    return facts;
  }

  changed(change: Change): void {
    switch (change.kind) {
      case 'entitlement':
        this.#snapshots.drop(`${change.workspaceId} ${change.product} ${change.tenantId}`);
        break;
      case 'catalogue':
        this.#snapshots.dropWhere((key) => key.startsWith(change.workspaceId));
        break;
      case 'members':
        this.#memberChanges += 1;
        this.#subjects.clear();
        break;
    }
  }

  lost(): void {
    this.#snapshots.dropAll();
    this.#memberChanges += 1;
    this.#subjects.clear();
  }
}
