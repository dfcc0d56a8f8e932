import { FactsCache, type Liveness } from '../../../cache/facts-cache.ts';
import type { Change } from '../../../core/change.ts';
import type { Measurements } from '../../../core/ports.ts';
import type { StoredUse } from '../../../core/usage/remaining.ts';
import type { StoredEntitlement } from '../../../storage/entitlements/entitlements.ts';
import type { CountedLimit } from '../../../storage/usage/limits.ts';
import type { RequestedPeriod } from '../../../storage/usage/period-counts.ts';
import type { CustomerKey } from '../../authentication/client-activity.ts';
import type { FastPathBody } from '../../fast-path/fast-path-response.ts';
import { etagOf } from '../../http/headers.ts';
import { entitlementsPath } from '../entitlements/snapshots.ts';

const maxSubscriptions = 50_000;
const maxUseBytes = 32 * 1024 * 1024;
const maxResponses = 20_000;
const maxResponseBytes = 64 * 1024 * 1024;

/** Reports of records and reservations announce no change, so dimensions that have them are read again after this long. */
const maxAgeUnannounced = 900;

/** The use of a dimension, with its limits. */
export type MeterUse = Omit<StoredUse, 'included'> & { readonly limits: readonly CountedLimit[] };

/** The use of a subscription's dimensions in the requested periods. */
export class SubscriptionUse {
  readonly periods: readonly RequestedPeriod[];
  readonly uses: readonly MeterUse[];
  /** In milliseconds of `performance.now()`. */
  readonly #until: number;

  constructor(periods: readonly RequestedPeriod[], uses: readonly MeterUse[], readAt = performance.now()) {
    this.periods = periods;
    this.uses = uses;
    const isUnannounced =
      periods.some(({ intake }) => intake === 'Records') || uses.some(({ limits }) => limits.length > 0);
    this.#until = isUnannounced ? readAt + maxAgeUnannounced : Number.POSITIVE_INFINITY;
  }

  get isFresh(): boolean {
    return performance.now() < this.#until;
  }

  isOf(periods: readonly RequestedPeriod[]): boolean {
    return (
      periods.length === this.periods.length &&
      periods.every((period, index) => {
        const cached = this.periods[index];
        return (
          cached?.dimension === period.dimension &&
          cached.intake === period.intake &&
          cached.start.getTime() === period.start.getTime() &&
          cached.end?.getTime() === period.end?.getTime()
        );
      })
    );
  }
}

/** A rendered response, with the use that it was made from. It is valid while that is cached. */
export interface UsageResponse {
  readonly body: FastPathBody;
  readonly tag: string;
  readonly contentLength: string;
  readonly customer: CustomerKey;
  /** Decides who may read it. */
  readonly stored: StoredEntitlement;
  /** When a period, a meter or the access changes by the clock. */
  readonly until: Date | null;
  readonly uses: ReadonlyMap<string, SubscriptionUse>;
}

/** The URL that reads the usage of a tenant and product: a cached response is found without taking the URL apart. */
export function usageUrl(product: string, tenantId: string): string {
  return `${entitlementsPath}${tenantId}/usage?product=${product}`;
}

export function usageResponse(
  content: object,
  made: Pick<UsageResponse, 'customer' | 'stored' | 'until' | 'uses'>,
): UsageResponse {
  const text = JSON.stringify(content);
  const bytes = Buffer.byteLength(text);
  const encoding = bytes === text.length ? 'latin1' : 'utf8';
  return { body: { text, encoding }, tag: etagOf(text), contentLength: String(bytes), ...made };
}

/** Caches the use of subscriptions, and the responses that were made from it, until a change invalidates them. */
export class TenantUsages {
  readonly #answers: FactsCache<UsageResponse>;
  readonly #uses: FactsCache<SubscriptionUse>;

  constructor(liveness: Liveness, measurements: Measurements) {
    this.#answers = new FactsCache({
      name: 'tenant-usage',
      maxEntries: maxResponses,
      maxBytes: maxResponseBytes,
      bytesOf: ({ body }) => 1_000 + 2 * body.text.length,
      liveness,
      measurements,
    });
    this.#uses = new FactsCache({
      name: 'subscription-usage',
      maxEntries: maxSubscriptions,
      maxBytes: maxUseBytes,
      bytesOf: ({ periods }) => 200 + 400 * periods.length,
      liveness,
      measurements,
    });
  }

  /** The cached response, if the use that it was made from is cached too. */
  peek(workspaceId: string, url: string, now: Date): UsageResponse | undefined {
    const answer = this.#answers.peek(workspaceId, url);
    if (!answer || (answer.until && now >= answer.until)) return undefined;
    for (const [subscriptionId, use] of answer.uses) {
      if (!use.isFresh || this.#uses.peek(workspaceId, subscriptionId) !== use) return undefined;
    }
    return answer;
  }

  /** Makes and caches a response, unless it is invalidated meanwhile. Undefined if there is none. */
  make(
    workspaceId: string,
    url: string,
    load: () => Promise<UsageResponse | undefined>,
  ): Promise<UsageResponse | undefined> {
    return this.#answers.read(workspaceId, url, load);
  }

  /** The use of each subscription in the requested periods, with at most one query. */
  async read<Requested extends RequestedPeriod>(
    workspaceId: string,
    requested: ReadonlyMap<string, readonly Requested[]>,
    load: (periods: readonly Requested[]) => Promise<readonly MeterUse[]>,
  ): Promise<ReadonlyMap<string, SubscriptionUse>> {
    const subscriptionIds = [...requested.keys()];
    for (const [subscriptionId, periods] of requested) {
      const cached = this.#uses.peek(workspaceId, subscriptionId);
      if (cached && !(cached.isFresh && cached.isOf(periods))) this.#uses.evict(workspaceId, subscriptionId);
    }
    const found = await this.#uses.readAll(workspaceId, subscriptionIds, async (missing) => {
      const readAt = performance.now();
      const uses = await load(missing.flatMap((subscriptionId) => requested.get(subscriptionId) ?? []));
      let next = 0;
      return new Map(
        missing.map((subscriptionId) => {
          const periods = requested.get(subscriptionId) ?? [];
          const own = uses.slice(next, next + periods.length);
          next += periods.length;
          return [subscriptionId, new SubscriptionUse(periods, own, readAt)];
        }),
      );
    });
    return new Map(
      subscriptionIds.flatMap((subscriptionId, index) => {
        const use = found[index];
        return use ? [[subscriptionId, use] as const] : [];
      }),
    );
  }

  changed(change: Change): void {
    switch (change.kind) {
      case 'entitlement':
        this.#answers.evict(change.workspaceId, usageUrl(change.product, change.tenantId));
        break;
      case 'catalogue':
        this.#answers.evictWorkspace(change.workspaceId);
        this.#uses.evictWorkspace(change.workspaceId);
        break;
      case 'usage':
        if (change.subscriptionIds === null) this.#uses.evictWorkspace(change.workspaceId);
        else for (const id of change.subscriptionIds) this.#uses.evict(change.workspaceId, id);
        break;
    }
  }

  lost(): void {
    this.#answers.clear();
    this.#uses.clear();
  }
}
