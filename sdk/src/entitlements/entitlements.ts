import type { Clock } from '../clock.ts';
import type { Emitter } from '../emitter.ts';
import { refuseArgument } from '../errors.ts';
import type { ServiceHealth } from '../http/service-health.ts';
import type { Lazy } from '../lazy.ts';
import { backgroundTimer } from '../timers.ts';
import type { Entitlement, Store, StoredEntitlement } from '../types.ts';
import { Cache } from './cache.ts';
import { type BatchReader, ItemRefused } from './entitlement-batch.ts';
import { isEntitlementOf } from './entitlement-document.ts';
import { Entry } from './entitlement-entry.ts';
import { type Coverage, changesAfter, isCovered, unconfirmedResponse } from './entitlement-freshness.ts';
import { type FreshResponses, trustedFor } from './fresh-answers.ts';
import type { SignedTokens } from './signed-tokens.ts';
import { readTenantId } from './tenant-id.ts';

export interface FreshnessSettings {
  /** How long an answer counts as fresh while no change stream vouches for it. Milliseconds, as all of these. */
  readonly freshFor: number;
  readonly grace: number;
  readonly afterGrace: 'deny' | 'lastKnown';
  readonly cacheSize: number;
}

interface Parts {
  readonly fresh: FreshResponses;
  /** The client's product. */
  readonly product: string;
  /** False if the clock is a test's, which does not move with timers. */
  readonly usesTimers: boolean;
  readonly batch: BatchReader;
  readonly store: Store | undefined;
  /** Of clients that fall back to signed tokens. */
  readonly signed: Lazy<SignedTokens> | undefined;
  readonly emitter: Emitter;
  readonly clock: Clock;
  readonly coverage: Coverage;
  readonly health: ServiceHealth;
  readonly settings: FreshnessSettings;
}

/** A node may be behind the one that announced a version. */
const laggingReads = 5;
const laggingPause = 200;

/** The cached entitlements. */
export class Entitlements {
  readonly #parts: Parts;
  /** By product, then by tenant: no key is put together on a hit. */
  readonly #caches = new Map<string, Cache<Entry>>();
  /** The versions that messages named. */
  readonly #announced: Cache<number>;
  /** The position of each product's last change in the catalogue. */
  readonly #catalogueOrders = new Map<string, number>();
  readonly #fresh: FreshResponses;
  #loading: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#fresh = parts.fresh;
    this.#announced = new Cache(parts.settings.cacheSize);
  }

  get(tenantId: string, product: string): Promise<Entitlement> {
    const entry = this.#caches.get(product)?.get(tenantId);
    const now = this.#parts.clock.steady();
    return entry && this.#isFresh(entry, now) ? this.#hit(entry, now) : this.#read(tenantId, product);
  }

  /** Somebody listens to hits from now on. */
  countHits(): void {
    this.#fresh.clear();
  }

  /** A message named the version. */
  announce(tenantId: string, product: string, version: unknown): void {
    if (typeof version !== 'number') return;
    const key = `${product} ${tenantId}`;
    this.#announced.set(key, Math.max(version, this.#announced.peek(key) ?? 0));
    const entry = this.#caches.get(product)?.peek(tenantId);
    if (!entry || entry.document.version >= version) return;
    this.#invalidate(entry);
    this.#revalidate(entry, true).catch(() => undefined);
  }

  /** Its plans may have other capabilities and limits now. */
  async catalogueChanged(product: string): Promise<void> {
    this.#catalogueOrders.set(product, this.#parts.coverage.next());
    const entries = this.#caches.get(product)?.values() ?? [];
    if (entries.length === 0) return;
    for (const entry of entries) this.#invalidate(entry);
    await this.#revalidateAll(entries);
  }

  /** Asks the service about the cached entitlements; with `onlyUsed`, about those asked for since the last time. */
  async revalidate({ onlyUsed }: { readonly onlyUsed: boolean }): Promise<void> {
    const entries = [...this.#caches.values()].flatMap((cache) => cache.values());
    const wanted = onlyUsed ? entries.filter(({ isUsed }) => isUsed) : entries;
    await this.#revalidateAll(wanted);
  }

  /** To the store, unless it was evicted meanwhile. */
  save(entry: Entry): void {
    const { tenantId, product } = entry;
    if (this.#caches.get(product)?.peek(tenantId) === entry) this.#parts.store?.save([entry.stored]);
  }

  #isFresh(entry: Entry, now: number): boolean {
    const { coverage, settings } = this.#parts;
    return entry.isValidAt(now) && isCovered(entry, coverage, now, settings.freshFor);
  }

  #hit(entry: Entry, now: number): Promise<Entitlement> {
    const { emitter, product, usesTimers } = this.#parts;
    entry.isUsed = true;
    if (emitter.has('hit')) emitter.emit('hit', { tenantId: entry.tenantId });
    else if (usesTimers && entry.product === product && this.#isFresh(entry, now + trustedFor)) {
      this.#fresh.set(entry.tenantId, entry.answer);
    }
    return entry.answer;
  }

  async #read(given: string, product: string): Promise<Entitlement> {
    const tenantId = readTenantId(given);
    // A batch with a wrong name would be refused as a whole.
    if (!/^.{1,64}$/.test(product))
      throw refuseArgument('product', `The product is '${product}': use a slug.`);
    this.#loading ??= this.#load();
    await this.#loading;
    const { clock, emitter, health } = this.#parts;
    const now = clock.steady();
    const entry = this.#caches.get(product)?.get(tenantId);
    if (entry && this.#isFresh(entry, now)) return this.#hit(entry, now);
    if (entry && health.isFailing) {
      if (health.takeTurn()) this.#revalidate(entry, false).catch(() => undefined);
      return this.#lastKnown(entry, now);
    }
    emitter.emit('miss', { tenantId });
    try {
      const read = entry ? this.#revalidate(entry, true) : this.#add(tenantId, product);
      return await (await read).answer;
    } catch (error) {
      if (entry && !isRefused(error)) return this.#lastKnown(entry, clock.steady());
      throw error;
    }
  }

  #lastKnown(entry: Entry, now: number): Promise<Entitlement> {
    const { emitter, settings, signed } = this.#parts;
    entry.isUsed = true;
    emitter.emit('stale', { tenantId: entry.tenantId });
    if (unconfirmedResponse(entry, now, settings) === 'lastKnown') return entry.staleResponse;
    if (!signed || !entry.token) return entry.denial;
    return signed.get().then(
      (tokens) => tokens.answer(entry),
      () => entry.denial,
    );
  }

  async #add(tenantId: string, product: string): Promise<Entry> {
    const { batch, clock, health } = this.#parts;
    const read = await health.watch(batch.read(tenantId, product));
    const { etag, document, requestedAt: confirmedAt, order } = read;
    const known = this.#caches.get(product)?.peek(tenantId);
    if (known) return known;
    if (!document) throw new Error('A response to a read without an ETag has no document');
    const stored = { tenantId, product, etag, document, confirmedAt: clock.wall() };
    const changesAt = confirmedAt + changesAfter(document);
    const entry = this.#insert(stored, { confirmedAt, order, changesAt });
    this.#confirmed(entry);
    return entry;
  }

  async #revalidate(entry: Entry, isUrgent: boolean, tries = 1): Promise<Entry> {
    const { batch, clock, emitter, health } = this.#parts;
    const { tenantId, product, etag } = entry;
    try {
      const read = await health.watch(batch.read(tenantId, product, { etag, isUrgent }));
      // Others who waited for the same read have confirmed it already.
      if (read.order <= entry.order) return entry;
      const asOf = new Date(clock.wall());
      this.#fresh.clear();
      if (entry.confirm(read, asOf)) {
        emitter.emit('changed', { tenantId, product, version: entry.document.version });
      }
      this.#confirmed(entry, tries);
      return entry;
    } catch (error) {
      if (isRefused(error)) this.#remove(entry);
      throw error;
    }
  }

  async #revalidateAll(entries: readonly Entry[]): Promise<void> {
    const results = await Promise.allSettled(entries.map((entry) => this.#revalidate(entry, false)));
    const failed = results.find((result) => result.status === 'rejected' && !isRefused(result.reason));
    if (failed?.status === 'rejected') throw failed.reason;
  }

  #confirmed(entry: Entry, tries = 1): void {
    const { emitter, signed } = this.#parts;
    const { tenantId, product, document } = entry;
    this.save(entry);
    signed
      ?.get()
      .then((tokens) => tokens.keep(entry))
      .catch((error: unknown) => emitter.emit('error', { error }));
    const isCurrent =
      document.version >= (this.#announced.peek(`${product} ${tenantId}`) ?? 0) &&
      entry.order > (this.#catalogueOrders.get(product) ?? 0);
    if (isCurrent || tries >= laggingReads) return;
    this.#invalidate(entry);
    backgroundTimer(
      () => this.#revalidate(entry, true, tries + 1).catch(() => undefined),
      laggingPause * tries,
    );
  }

  #insert(stored: StoredEntitlement, confirmation: ConstructorParameters<typeof Entry>[1]): Entry {
    const { settings, store } = this.#parts;
    const { tenantId, product } = stored;
    const entry = new Entry(stored, confirmation);
    const cache =
      this.#caches.get(product) ??
      new Cache<Entry>(settings.cacheSize, (evicted) => store?.remove([evicted]));
    this.#caches.set(product, cache);
    cache.set(tenantId, entry);
    return entry;
  }

  #invalidate(entry: Entry): void {
    entry.isInvalid = true;
    this.#fresh.clear();
  }

  #remove(entry: Entry): void {
    this.#fresh.clear();
    this.#caches.get(entry.product)?.delete(entry.tenantId);
    this.#parts.store?.remove([entry]);
  }

  async #load(): Promise<void> {
    const { clock, emitter, store } = this.#parts;
    const loaded = await store?.load().catch((error: unknown) => emitter.emit('error', { error }));
    const steady = clock.steady();
    const wall = clock.wall();
    const entries = (loaded ?? []).filter(isStored).toSorted((a, b) => a.confirmedAt - b.confirmedAt);
    for (const stored of entries) {
      // A time in the future was written before the clock was set back.
      const confirmedAt = steady - Math.max(0, wall - stored.confirmedAt);
      const evaluatedAt = Date.parse(stored.document.evaluatedAt);
      const changesAt = steady + evaluatedAt + changesAfter(stored.document) - wall;
      this.#insert(stored, { confirmedAt, order: 0, changesAt });
    }
  }
}

function isStored({ tenantId, product, etag, confirmedAt, document }: StoredEntitlement): boolean {
  return (
    typeof etag === 'string' && Number.isFinite(confirmedAt) && isEntitlementOf(document, tenantId, product)
  );
}

/** Whether the service says that the cached entitlement is wrong. Other refusals are about the credential or the request. */
function isRefused(error: unknown): boolean {
  return error instanceof ItemRefused && error.status !== 403;
}
