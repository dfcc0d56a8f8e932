import type { Clock } from '../clock.ts';
import type { Emitter } from '../emitter.ts';
import { TesseraUnavailable } from '../errors.ts';
import { readJson, type Service } from '../http/service.ts';
import { keepsLastKnown, type ServiceHealth } from '../http/service-health.ts';
import type { Eligibility, EligibilityQuery } from '../types.ts';
import { Cache } from './cache.ts';
import { type Confirmation, type Coverage, isCovered, unconfirmedResponse } from './entitlement-freshness.ts';
import type { FreshnessSettings } from './entitlements.ts';
import { readTenantId } from './tenant-id.ts';

interface Decision extends Confirmation {
  readonly tenantId: string;
  /** The stream announces what it depends on. */
  readonly isAnnounced: boolean;
  readonly answer: Eligibility;
}

interface Parts {
  readonly service: Service;
  readonly emitter: Emitter;
  readonly clock: Clock;
  readonly coverage: Coverage;
  readonly health: ServiceHealth;
  readonly settings: FreshnessSettings;
  readonly signal: AbortSignal;
}

/** Cached decisions about users. Licences at the identity provider change without a message, so those are never fresh for long. */
export class EligibilityDecisions {
  readonly #parts: Parts;
  readonly #decisions: Cache<Decision>;
  /** The position of each tenant's last message. */
  readonly #changed: Cache<number>;
  readonly #reads = new Map<string, Promise<Decision>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#decisions = new Cache(parts.settings.cacheSize);
    this.#changed = new Cache(parts.settings.cacheSize);
  }

  async get(given: string, product: string, query: EligibilityQuery): Promise<Eligibility> {
    const { clock, emitter, health, settings } = this.#parts;
    const tenantId = readTenantId(given);
    const question = {
      product,
      plan: query.plan,
      userObjectId: query.userObjectId?.toLowerCase(),
      email: query.email?.toLowerCase(),
    };
    const key = JSON.stringify([tenantId, question]);
    const known = this.#decisions.get(key);
    const now = clock.steady();
    if (known && this.#isFresh(known, now)) {
      emitter.emit('hit', { tenantId });
      return known.answer;
    }
    try {
      if (!known || !health.isFailing || health.takeTurn()) {
        emitter.emit('miss', { tenantId });
        return (await this.#read(key, tenantId, question)).answer;
      }
    } catch (error) {
      if (!known || !keepsLastKnown(error)) throw error;
    }
    emitter.emit('stale', { tenantId });
    return unconfirmedResponse(known, clock.steady(), settings) === 'lastKnown'
      ? { ...known.answer, stale: true }
      : { isEligible: false, reason: 'Unavailable', stale: true };
  }

  /** A tenant's entitlement or seats have changed; without a tenant, any may have. */
  changed(tenantId?: string): void {
    const order = this.#parts.coverage.next();
    const tenants = tenantId === undefined ? this.#decisions.values() : [{ tenantId }];
    for (const tenant of tenants) this.#changed.set(tenant.tenantId, order);
  }

  #isFresh(decision: Decision, now: number): boolean {
    const { coverage, settings } = this.#parts;
    if (decision.order <= (this.#changed.peek(decision.tenantId) ?? 0)) return false;
    return decision.isAnnounced
      ? isCovered(decision, coverage, now, settings.freshFor)
      : now - decision.confirmedAt < settings.freshFor;
  }

  #read(key: string, tenantId: string, question: object): Promise<Decision> {
    const reading = this.#reads.get(key) ?? this.#parts.health.watch(this.#request(tenantId, question));
    if (!this.#reads.has(key)) {
      this.#reads.set(key, reading);
      reading.then(
        (decision) => {
          this.#reads.delete(key);
          this.#decisions.set(key, decision);
        },
        () => this.#reads.delete(key),
      );
    }
    return reading;
  }

  async #request(tenantId: string, question: object): Promise<Decision> {
    const { service, clock, coverage, signal } = this.#parts;
    const confirmedAt = clock.steady();
    const order = coverage.next();
    const response = await service.request({
      method: 'POST',
      path: `/api/v1/entitlements/${encodeURIComponent(tenantId)}/eligibility`,
      body: JSON.stringify(question),
      headers: { 'content-type': 'application/json' },
      signal,
    });
    const { isEligible, reason, licenceModel, idpLicence } = Object(await readJson(response));
    if (typeof isEligible !== 'boolean' || typeof reason !== 'string') {
      throw new TesseraUnavailable('The response is no decision about a user');
    }
    const isAnnounced = licenceModel !== 'IdpManaged' && !idpLicence;
    return { tenantId, confirmedAt, order, isAnnounced, answer: { isEligible, reason, stale: false } };
  }
}
