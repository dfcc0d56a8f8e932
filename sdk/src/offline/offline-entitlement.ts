import { isDevelopment } from '../development.ts';
import type { EntitlementView } from '../entitlements/entitlement-view.ts';
import { refuseArgument, TesseraConfigurationError } from '../errors.ts';
import { ServiceClock } from '../http/service-clock.ts';
import { backgroundTimer } from '../timers.ts';
import { EventMaker, explainWrongMember, wrongMember } from '../tracking/event.ts';
import type { Store, TrackOptions } from '../types.ts';
import type { SignedEntitlement } from './entitlement-claims.ts';
import { type LicenceRules, verifyLicence } from './licence-file.ts';
import { answersOf, nextChange, type OfflineState, stateAt } from './licence-state.ts';
import { LicenceRefused } from './refusal.ts';
import { revokedIds } from './revocation-list.ts';
import type { LicenceFacts, Offline, OfflineEvent, OfflineOptions } from './types.ts';

interface Parts {
  readonly signed: SignedEntitlement;
  /** The latest time that was seen before. */
  readonly highest: number;
  readonly rules: LicenceRules;
  readonly store: Store | undefined;
  readonly journal: OfflineOptions['journal'];
  readonly tell: (event: OfflineEvent) => void;
  readonly now: () => number;
  /** False if the clock is a test's, which does not move with timers. */
  readonly usesTimers: boolean;
}

/** Milliseconds between looks at the clock, so that events do not wait for a call. */
const lookInterval = 60_000;
/** Milliseconds after which the latest time is saved again. */
const saveInterval = 300_000;

/** The entitlement of the licence file in force. The clock is read for each answer; the rest only when the state changes. */
export class OfflineEntitlement implements Offline {
  readonly #parts: Parts;
  readonly #maker: EventMaker;
  #signed: SignedEntitlement;
  /** The latest time that was seen. */
  #highest: number;
  /** Undefined before the first look at the file in force. */
  #state: OfflineState | undefined;
  #isSetBack = false;
  /** The lists that were given, by the ids that they revoke: a file may come after the list that names it. */
  readonly #revoked = new Map<unknown, string>();
  #view: EntitlementView;
  #changesAt = Number.NEGATIVE_INFINITY;
  #savedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#signed = parts.signed;
    this.#highest = parts.highest;
    this.#view = answersOf(parts.signed, 'Active', 'licenceFile');
    this.#maker = new EventMaker(parts.rules.product, new ServiceClock(parts.now, 0));
  }

  /** From here on states are told. */
  start(): void {
    this.#isStarted = true;
    this.#look(this.#parts.now());
    this.#save();
    if (this.#parts.usesTimers) this.#lookLater();
  }

  get product() {
    return this.#signed.product;
  }

  get tenantId() {
    return this.#signed.tenantId;
  }

  get state() {
    this.#answers();
    return this.#state ?? 'Active';
  }

  get licence(): LicenceFacts {
    const { jti, issuer, version, issuedAt, expiresAt, endsAt, mode, bind } = this.#signed;
    const [issued, expires, ends] = [issuedAt, expiresAt, endsAt].map((time) => new Date(time)) as [
      Date,
      Date,
      Date,
    ];
    return { jti, issuer, version, issuedAt: issued, expiresAt: expires, graceEndsAt: ends, mode, bind };
  }

  get accessLevel() {
    return this.#answers().accessLevel;
  }

  get edition() {
    return this.#answers().edition;
  }

  get stale() {
    return this.#answers().stale;
  }

  get asOf() {
    return this.#answers().asOf;
  }

  get source() {
    return this.#answers().source;
  }

  get raw() {
    return this.#answers().raw;
  }

  can(capability: string): boolean {
    return this.#answers().can(capability);
  }

  limit(name: string): number | undefined {
    return this.#answers().limit(name);
  }

  async track(
    dimension: string,
    quantity?: number,
    options?: Pick<TrackOptions, 'id' | 'occurredAt' | 'uniqueKey'>,
  ): Promise<void> {
    const { journal, tell } = this.#parts;
    const event = this.#maker.make({ tenantId: this.tenantId, dimension, quantity, options });
    const wrong = wrongMember(event);
    const mistake = wrong
      ? refuseArgument(wrong, explainWrongMember(event, wrong))
      : journal
        ? undefined
        : new TesseraConfigurationError('track() needs the option `journal`: use openInstallation().');
    if (mistake && isDevelopment()) throw mistake;
    if (mistake) tell({ type: 'error', error: mistake });
    else await journal?.append(event).catch((error: unknown) => tell({ type: 'error', error }));
  }

  async replace(licence: string): Promise<boolean> {
    const { rules, now, tell } = this.#parts;
    try {
      return this.offer(await verifyLicence(licence, rules, Math.max(now(), this.#highest)));
    } catch (error) {
      tell(error instanceof LicenceRefused ? { type: 'refused', error } : { type: 'error', error });
      return false;
    }
  }

  /** Takes a verified file unless a later one is in force. Returns whether it is in force. Throws `LicenceRefused`. */
  offer(signed: SignedEntitlement): boolean {
    const { tell } = this.#parts;
    const inForce = this.#signed;
    if (signed.jti === inForce.jti) return true;
    if (signed.tenantId !== inForce.tenantId) {
      throw new LicenceRefused(
        'other_tenant',
        `The file is for the tenant ${signed.tenantId}, not for ${inForce.tenantId}.`,
      );
    }
    if (isLater(inForce, signed)) {
      tell({ type: 'outdated', jti: signed.jti, inForce: inForce.jti });
      return false;
    }
    this.#signed = signed;
    this.#state = undefined;
    tell({ type: 'replaced', jti: signed.jti, previous: inForce.jti });
    this.#look(this.#parts.now());
    this.#save();
    return true;
  }

  async applyRevocationList(list: string): Promise<boolean> {
    const { rules, now, tell } = this.#parts;
    try {
      const ids = await revokedIds(list, this.#signed, rules.keys);
      for (const id of ids) this.#revoked.set(id, list);
      if (!ids.includes(this.#signed.jti)) return false;
      this.#look(now());
      this.#save();
      return true;
    } catch (error) {
      tell(error instanceof LicenceRefused ? { type: 'refused', error } : { type: 'error', error });
      return false;
    }
  }

  async close(): Promise<void> {
    const { store, journal, tell } = this.#parts;
    clearTimeout(this.#timer);
    this.#answers();
    this.#save();
    for (const each of [journal, store]) {
      await each?.close().catch((error: unknown) => tell({ type: 'error', error }));
    }
  }

  #answers(): EntitlementView {
    const now = this.#parts.now();
    if (now >= this.#highest && now < this.#changesAt) {
      this.#highest = now;
      return this.#view;
    }
    return this.#look(now);
  }

  /** Decides the state at this time, and tells another one. */
  #look(now: number): EntitlementView {
    if (!this.#isStarted) return this.#view;
    const latest = this.#highest;
    const state = stateAt(this.#signed, {
      now,
      highest: latest,
      wasSetBack: this.#isSetBack,
      isRevoked: this.#revoked.has(this.#signed.jti),
    });
    this.#highest = Math.max(now, latest);
    this.#changesAt = state === 'ClockSetBack' ? this.#highest : nextChange(this.#signed, state);
    if (state !== this.#state) {
      this.#state = state;
      this.#view = answersOf(this.#signed, state, 'licenceFile');
      this.#tellState(state, now, latest);
    }
    return this.#view;
  }

  #tellState(state: OfflineState, now: number, latest: number): void {
    const { tell } = this.#parts;
    const { jti, endsAt } = this.#signed;
    if (this.#isSetBack && state !== 'ClockSetBack' && state !== 'Revoked') tell({ type: 'clockRestored' });
    this.#isSetBack = state === 'ClockSetBack';
    if (state === 'Stale') tell({ type: 'stale', endsAt: new Date(endsAt) });
    else if (state === 'Ended') tell({ type: 'ended', accessLevel: this.#view.accessLevel });
    else if (state === 'Revoked') tell({ type: 'revoked', jti });
    else if (state === 'ClockSetBack') {
      tell({ type: 'clockSetBack', now: new Date(now), latest: new Date(latest) });
    }
  }

  #lookLater(): void {
    this.#timer = backgroundTimer(() => {
      this.#answers();
      if (this.#highest - this.#savedAt >= saveInterval) this.#save();
      this.#lookLater();
    }, lookInterval);
  }

  /** The time at which a store confirmed an entry never goes down, so it is the latest time that was seen. */
  #save(): void {
    const { store, tell } = this.#parts;
    if (!this.#isStarted) return;
    const { tenantId, product, jti: etag, document, token } = this.#signed;
    const revocationList = this.#revoked.get(etag);
    this.#savedAt = this.#highest;
    try {
      const entry = { tenantId, product, etag, document, token, confirmedAt: this.#highest };
      store?.save([revocationList === undefined ? entry : { ...entry, revocationList }]);
    } catch (error) {
      tell({ type: 'error', error });
    }
  }
}

/** Whether one was issued after the other; a version of the entitlement never goes down. */
function isLater(one: SignedEntitlement, other: SignedEntitlement): boolean {
  return one.version > other.version || (one.version === other.version && one.issuedAt > other.issuedAt);
}
