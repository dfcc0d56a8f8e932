import type { Clock } from '../clock.ts';
import type { Emitter } from '../emitter.ts';
import { TesseraRefused } from '../errors.ts';
import { readJson, type Service } from '../http/service.ts';
import { type SignedEntitlement, verifyEntitlement } from '../offline/entitlement-claims.ts';
import { answersOf, stateAt } from '../offline/licence-state.ts';
import { PinnedKeys } from '../offline/pinned-keys.ts';
import { LicenceRefused } from '../offline/refusal.ts';
import { sleep } from '../timers.ts';
import type { Entitlement, SignedOptions } from '../types.ts';
import type { Entry } from './entitlement-entry.ts';

interface Parts {
  readonly options: SignedOptions;
  readonly service: Service;
  /** Writes an entry that is still cached to the store. */
  readonly save: (entry: Entry) => void;
  readonly emitter: Emitter;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Milliseconds between two requests: tokens are for later, and must not use up the rate limit. */
const requestPause = 50;
const failurePause = 600_000;

interface Plan {
  /** Of the entitlement for which the token was requested. */
  readonly version: number;
  /** By the steady clock. */
  readonly refreshAt: number;
}

/**
 * The last signed token of each entitlement: what remains when the grace period has ended. Read in the background after the
 * entitlement was confirmed, and again when half of its life has passed.
 */
export class SignedTokens {
  readonly #parts: Parts;
  readonly #keys: PinnedKeys;
  readonly #plans = new WeakMap<Entry, Plan>();
  readonly #verified = new WeakMap<
    Entry,
    { readonly token: string; readonly signed: Promise<SignedEntitlement> }
  >();
  readonly #waiting = new Set<Entry>();
  #isRunning = false;

  /** Throws `TesseraConfigurationError`. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.#keys = new PinnedKeys(parts.options.keys);
  }

  /** The service has confirmed the entitlement. */
  async keep(entry: Entry): Promise<void> {
    const now = this.#parts.clock.steady();
    const { version } = entry.document;
    if (!this.#plans.has(entry) && entry.token !== undefined) {
      const signed = await this.#verify(entry, entry.token).catch(() => undefined);
      if (signed)
        this.#plans.set(entry, { version: signed.version, refreshAt: this.#fromNow(halfLife(signed)) });
    }
    const plan = this.#plans.get(entry);
    if (plan?.version === version && now < plan.refreshAt) return;
    this.#waiting.add(entry);
    if (!this.#isRunning) await this.#run();
  }

  /** The answer when the grace period has ended: of the token, if it is one of this version. */
  async answer(entry: Entry): Promise<Entitlement> {
    const { clock } = this.#parts;
    const signed = entry.token && (await this.#verify(entry, entry.token).catch(() => undefined));
    if (!signed || signed.version < entry.document.version) return entry.denial;
    const moment = { now: clock.wall(), highest: entry.asOf.getTime(), wasSetBack: false, isRevoked: false };
    return answersOf(signed, stateAt(signed, moment), 'token');
  }

  async #run(): Promise<void> {
    const { clock, emitter, signal } = this.#parts;
    this.#isRunning = true;
    for (const entry of this.#waiting) {
      this.#waiting.delete(entry);
      if (signal.aborted) break;
      const { version } = entry.document;
      const refreshAt = await this.#read(entry).catch((error: unknown) => {
        if (!signal.aborted) emitter.emit('error', { error });
        return clock.steady() + failurePause;
      });
      this.#plans.set(entry, { version, refreshAt });
      await sleep(requestPause, signal).catch(() => {});
    }
    this.#isRunning = false;
  }

  /** Returns when to read it again. */
  async #read(entry: Entry): Promise<number> {
    const { service, save, signal } = this.#parts;
    const { tenantId, product } = entry;
    const path = `/api/v1/entitlements/${tenantId}/token?product=${encodeURIComponent(product)}`;
    try {
      const { token, refreshAfter } = Object(
        await readJson(await service.request({ method: 'GET', path, signal })),
      );
      const signed = await this.#verify(entry, String(token));
      entry.token = signed.token;
      save(entry);
      const refreshAt = Date.parse(refreshAfter);
      return this.#fromNow(Number.isNaN(refreshAt) ? halfLife(signed) : refreshAt);
    } catch (error) {
      if (!(error instanceof TesseraRefused) || error.code !== 'entitlement.nothing_to_sign') throw error;
      // Until it has changed.
      entry.token = undefined;
      save(entry);
      return Number.POSITIVE_INFINITY;
    }
  }

  /** A time of the service by the steady clock. */
  #fromNow(time: number): number {
    const { clock } = this.#parts;
    return clock.steady() + Math.max(0, time - clock.wall());
  }

  #verify(entry: Entry, token: string): Promise<SignedEntitlement> {
    const known = this.#verified.get(entry);
    if (known?.token === token) return known.signed;
    const { issuer } = this.#parts.options;
    const signed = verifyEntitlement(token, { product: entry.product, issuer, keys: this.#keys }).then(
      (verified) => tokenOf(entry, verified),
    );
    this.#verified.set(entry, { token, signed });
    return signed;
  }
}

/** A store could have the token of another tenant, or a licence file, which counts for months. Throws `LicenceRefused`. */
function tokenOf({ tenantId }: Entry, signed: SignedEntitlement): SignedEntitlement {
  if (signed.tenantId !== tenantId) {
    throw new LicenceRefused(
      'other_tenant',
      `The token is for the tenant ${signed.tenantId}, not for ${tenantId}.`,
    );
  }
  if (signed.mode === 'Connected') return signed;
  throw new LicenceRefused(
    'wrong_claims',
    'The token is a licence file, which is for an offline installation.',
  );
}

const halfLife = ({ issuedAt, expiresAt }: SignedEntitlement) => (issuedAt + expiresAt) / 2;
