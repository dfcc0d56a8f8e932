import { compactVerify, errors } from 'jose';
import type { Clock, Measurements } from '../../core/ports.ts';
import { type Exchange, requiredAddress } from '../outgoing/exchange.ts';
import { createSlots, type Slots } from '../outgoing/slots.ts';
import { fetchKeySet } from './fetch-key-set.ts';
import { createKeySets } from './key-sets.ts';
import type { SigningKey } from './signing-key.ts';
import type { UnverifiedToken } from './unverified-token.ts';

export interface SignaturesOptions {
  /** `https://login.microsoftonline.com`, or the address of another cloud or an emulator. */
  readonly authUrl: string;
  readonly clock: Clock;
  readonly measurements: Measurements;
  readonly exchange: Exchange;
  /** Limits the concurrent key fetches of several identity providers together. */
  readonly sharedSlots?: Slots;
}

type SignatureCheck =
  | {
      readonly outcome: 'signed';
      readonly claims: unknown;
      readonly key: SigningKey;
      /** The issuer that the provider publishes with the key. */
      readonly issuer: string;
    }
  | { readonly outcome: 'invalid' }
  /** The tenant's keys are neither cached nor reachable. */
  | { readonly outcome: 'unavailable' };

/** Verifies token signatures with cached keys, and refreshes them. */
export interface Signatures {
  check(text: string, unverified: UnverifiedToken): Promise<SignatureCheck>;
  /** Marks the tenant as in use, so that its keys are refreshed. */
  touch(tenantId: string): void;
  stop(): void;
}

/** A forged token can name any tenant, so fetches are limited. */
const fetchLimits = { running: 8, waiting: 64 };
const fetchBudgetMilliseconds = 5_000;
const refreshTickMilliseconds = 60_000;

export function createSignatures({ clock, measurements, ...options }: SignaturesOptions): Signatures {
  const stopping = new AbortController();
  const provider = {
    authUrl: requiredAddress('The identity provider', options.authUrl),
    exchange: options.exchange,
    budgetMilliseconds: fetchBudgetMilliseconds,
    stopped: stopping.signal,
  };
  const slots = createSlots(fetchLimits);
  const { sharedSlots } = options;
  const keySets = createKeySets({
    slots: sharedSlots ? (work) => slots(() => sharedSlots(work)) : slots,
    fetchKeySet: (tenantId, version) => fetchKeySet(provider, tenantId, version),
    clock,
    measurements,
  });

  let isRefreshing = false;
  const refreshTimer = setInterval(() => {
    if (isRefreshing) return;
    isRefreshing = true;
    keySets.refreshDue().finally(() => {
      isRefreshing = false;
    });
  }, refreshTickMilliseconds);
  refreshTimer.unref();

  return {
    async check(text, { origin, keyId, algorithm }) {
      const lookup = await keySets.find(origin.tenantId, origin.version, keyId);
      if (lookup.outcome === 'unreachable') return { outcome: 'unavailable' };
      if (lookup.outcome !== 'found') return { outcome: 'invalid' };
      const { key, issuer } = lookup;
      if (key.algorithm !== undefined && key.algorithm !== algorithm) return { outcome: 'invalid' };
      const claims = await signedClaims(text, key, algorithm);
      return claims === undefined ? { outcome: 'invalid' } : { outcome: 'signed', claims, key, issuer };
    },

    touch: keySets.touch,

    stop() {
      clearInterval(refreshTimer);
      stopping.abort();
    },
  };
}

/** The claims; undefined if the signature does not match. */
async function signedClaims(text: string, key: SigningKey, algorithm: string): Promise<unknown> {
  try {
    const { payload } = await compactVerify(text, key.publicKey, { algorithms: [algorithm] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return undefined;
    throw fault;
  }
}
