import { FactsCache, type Liveness } from '../../../cache/facts-cache.ts';
import { type CachePart, SieveCache } from '../../../cache/sieve-cache.ts';
import type { Change } from '../../../core/change.ts';
import type { Eligibility, SubscriptionSeats } from '../../../core/entitlements/eligibility.ts';
import {
  entitlementTagSource,
  nextEntitlementChangeAt,
  resolveEntitlement,
} from '../../../core/entitlements/entitlement.ts';
import { responseText } from '../../../core/entitlements/response-text.ts';
import type { Measurements } from '../../../core/ports.ts';
import type { Member } from '../../../core/subscriptions/eligibility-subject.ts';
import type { CompactEntitlement } from '../../../storage/entitlements/entitlements.ts';
import { type CustomerKey, customerKey } from '../../authentication/client-activity.ts';
import { PreparedResponse, TaggedResponse } from '../../fast-path/fast-path-response.ts';
import { etagOf } from '../../http/headers.ts';
import type { TokenResponse } from './signed/token-response.ts';

const megabyte = 1024 * 1024;
/** About 3.5 kB each. */
const maxSnapshots = 50_000;
const maxSnapshotBytes = 192 * megabyte;
const maxSubjects = 50_000;
const maxSubjectBytes = 256 * megabyte;
/** Per user, since a product can have hundreds of plans. */
const maxResponses = 4;
const bytesOfResponse = 800;

/** Facts of one tenant and product, with the rendered entitlement. */
export class EntitlementSnapshot {
  readonly key: SnapshotKey;
  readonly customer: CustomerKey;
  readonly workspaceId: string;
  readonly stored: CompactEntitlement;
  /** Facts of users that were read with this snapshot, and are valid while it is current. */
  subjects: CachePart<SubjectSnapshot> | undefined;
  /** The latest signed token, made from this snapshot. */
  token: TokenResponse | undefined;
  #answer: TaggedResponse | undefined;

  constructor(key: SnapshotKey, workspaceId: string, stored: CompactEntitlement) {
    this.key = key;
    this.customer = key.slice(entitlementsPath.length) as CustomerKey;
    this.workspaceId = workspaceId;
    this.stored = stored;
    this.subjects = undefined;
    this.token = undefined;
    this.#answer = undefined;
  }

  /** The stored texts, a rendered answer of up to the same size, and a token. */
  get bytes(): number {
    return 1_000 + 2 * this.stored.bytes + (this.token ? 500 + this.token.body.text.length : 0);
  }

  /** The rendered entitlement at this instant, with its ETag. */
  answerAt(now: Date): TaggedResponse {
    if (this.#answer?.isValidAt(now)) return this.#answer;
    const { facts } = this.stored;
    const text = responseText(resolveEntitlement(facts, now));
    const tag = etagOf(entitlementTagSource(text));
    this.#answer = new TaggedResponse(text, nextEntitlementChangeAt(facts, now), tag);
    return this.#answer;
  }
}

/** Facts of one user, with the decisions made from them. */
export class SubjectSnapshot {
  readonly members: readonly Member[];
  readonly seats: readonly SubscriptionSeats[];
  /** The change of members that the facts were read after; set by the cache. */
  readAfter = 0;
  readonly #answers = new Map<string | null, PreparedResponse>();

  constructor({
    members,
    seats,
  }: { readonly members: readonly Member[]; readonly seats: readonly SubscriptionSeats[] }) {
    this.members = members;
    this.seats = seats;
  }

  /** The cached decision about this plan, or about any, if it is still valid. */
  answerAt(plan: string | null, now: Date): PreparedResponse | undefined {
    const answer = this.#answers.get(plan);
    return answer?.isValidAt(now) ? answer : undefined;
  }

  /** Includes the decisions that may still be added. */
  get bytes(): number {
    return 500 + 300 * this.members.length + 100 * this.seats.length + maxResponses * bytesOfResponse;
  }

  /** Caches a decision that needed only these facts. */
  cacheResponse(plan: string | null, answer: Eligibility, changesAt: Date | null): void {
    if (this.#answers.size === maxResponses) this.#answers.clear();
    this.#answers.set(plan, new PreparedResponse(responseText(answer), changesAt));
  }
}

/** Caches entitlements, each until a change invalidates it. */
export class EntitlementSnapshots {
  readonly #snapshots: FactsCache<EntitlementSnapshot>;
  readonly #subjects = new SieveCache<SubjectSnapshot>({
    maxEntries: maxSubjects,
    maxBytes: maxSubjectBytes,
    bytesOf: ({ bytes }) => bytes,
  });
  /** The number of the latest change of members, by workspace; absent: none since the change feed was lost. */
  readonly #memberChanges = new Map<string, number>();
  #changes = 0;
  #lostAt = 0;

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

  peek(workspaceId: string, key: SnapshotKey): EntitlementSnapshot | undefined {
    return this.#snapshots.peek(workspaceId, key);
  }

  read(
    workspaceId: string,
    key: SnapshotKey,
    load: () => Promise<CompactEntitlement | undefined>,
  ): Promise<EntitlementSnapshot | undefined> {
    return this.#snapshots.read(workspaceId, key, async () => {
      const stored = await load();
      return stored && new EntitlementSnapshot(key, workspaceId, stored);
    });
  }

  /** Reads many, in the order of their keys; cache misses are loaded together. A null key gives undefined. */
  readAll(
    workspaceId: string,
    keys: readonly (SnapshotKey | null)[],
    load: (missing: readonly SnapshotKey[]) => Promise<ReadonlyMap<SnapshotKey, CompactEntitlement>>,
  ): Promise<readonly (EntitlementSnapshot | undefined)[]> {
    return this.#snapshots.readAll(workspaceId, keys, async (missing) => {
      const loaded = await load(missing as readonly SnapshotKey[]);
      return new Map(
        [...loaded].map(([key, stored]) => [key, new EntitlementSnapshot(key, workspaceId, stored)]),
      );
    });
  }

  /** Keeps the token with its snapshot, for as long as that is cached. */
  cacheToken(snapshot: EntitlementSnapshot, token: TokenResponse): void {
    const isLarger = snapshot.token === undefined;
    snapshot.token = token;
    if (isLarger) this.#snapshots.weighAgain(snapshot.workspaceId, snapshot.key, snapshot);
  }

  peekSubject(
    { subjects, workspaceId }: EntitlementSnapshot,
    subjectKey: string,
  ): SubjectSnapshot | undefined {
    const subject = subjects?.get(subjectKey);
    return subject?.readAfter === this.#lastMemberChange(workspaceId) ? subject : undefined;
  }

  async readSubject(
    snapshot: EntitlementSnapshot,
    subjectKey: string,
    load: () => Promise<SubjectSnapshot>,
  ): Promise<SubjectSnapshot> {
    const before = this.#lastMemberChange(snapshot.workspaceId);
    const subject = await load();
    subject.readAfter = before;
    if (this.#lastMemberChange(snapshot.workspaceId) === before && this.#isCurrent(snapshot)) {
      snapshot.subjects ??= this.#subjects.part();
      snapshot.subjects.set(subjectKey, subject);
    }
    return subject;
  }

  #lastMemberChange(workspaceId: string): number {
    return this.#memberChanges.get(workspaceId) ?? this.#lostAt;
  }

  #isCurrent(snapshot: EntitlementSnapshot): boolean {
    return this.#snapshots.peek(snapshot.workspaceId, snapshot.key) === snapshot;
  }

  changed(change: Change): void {
    switch (change.kind) {
      case 'entitlement':
        this.#snapshots.evict(change.workspaceId, snapshotKey(change.product, change.tenantId));
        break;
      case 'catalogue':
        this.#snapshots.evictWorkspace(change.workspaceId);
        break;
      case 'members':
        this.#changes += 1;
        this.#memberChanges.set(change.workspaceId, this.#changes);
        break;
    }
  }

  lost(): void {
    this.#changes += 1;
    this.#lostAt = this.#changes;
    this.#memberChanges.clear();
    this.#snapshots.clear();
  }
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The canonical form of a tenant id: lower case. */
export const cacheableTenantId = uuid;

export const entitlementsPath = '/api/v1/entitlements/';

const form = new RegExp(`^${entitlementsPath}(${uuid})\\?product=([a-z0-9-]+)$`);

/**
 * Names a tenant and a product within a workspace. It is the URL that reads the entitlement, so that a cached one is
 * found without taking the URL apart.
 */
export type SnapshotKey = string & { readonly SnapshotKey: unique symbol };

export function snapshotKey(product: string, tenantId: string): SnapshotKey {
  return `${entitlementsPath}${customerKey(product, tenantId)}` as SnapshotKey;
}

/** The URL of a request may be anything: a snapshot is found only under one in canonical form. */
export function asSnapshotKey(url: string): SnapshotKey {
  return url as SnapshotKey;
}

/** Undefined for text that is no key in canonical form. */
export function readSnapshotKey(
  key: SnapshotKey,
): { readonly product: string; readonly tenantId: string } | undefined {
  const [, tenantId, product] = form.exec(key) ?? [];
  return tenantId === undefined || product === undefined ? undefined : { tenantId, product };
}
