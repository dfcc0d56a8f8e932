import { changesAfter } from '../entitlements/entitlement-freshness.ts';
import { EntitlementView } from '../entitlements/entitlement-view.ts';
import type { Entitlement, EntitlementDocument } from '../types.ts';
import type { SignedEntitlement } from './entitlement-claims.ts';

/**
 * What a licence file is worth at a moment: `Active` as signed; `Stale` as signed, in its grace period or after the end of the
 * subscription; `Ended` and `Revoked` what `after` says; `ClockSetBack` read only.
 *
 * @example
 * ```ts
 * import type { OfflineState } from '@tessera/client/offline';
 *
 * const banner: Partial<Record<OfflineState, string>> = {
 *   Stale: 'Your licence file has expired. Ask for the next one.',
 *   Ended: 'Your licence file has ended.',
 *   ClockSetBack: 'Set the clock of this machine.',
 * };
 * ```
 */
export type OfflineState = 'Active' | 'Stale' | 'Ended' | 'Revoked' | 'ClockSetBack';

/** Milliseconds by which a clock may be set back, as for daylight saving time by mistake. */
const toleratedSetBack = 3_600_000;
/** Milliseconds by which the clock may be behind that of the service. */
export const toleratedDelay = 300_000;

/** What decides the worth of a signed entitlement. Times are milliseconds since 1970. */
export interface Moment {
  readonly now: number;
  /** The latest time that was ever seen. */
  readonly highest: number;
  readonly wasSetBack: boolean;
  readonly isRevoked: boolean;
}

export function stateAt(
  signed: SignedEntitlement,
  { now, highest, wasSetBack, isRevoked }: Moment,
): OfflineState {
  if (isRevoked) return 'Revoked';
  if (now < highest && (wasSetBack || highest - now > toleratedSetBack)) return 'ClockSetBack';
  const time = Math.max(now, highest);
  if (time >= signed.endsAt) return 'Ended';
  return time >= staleFrom(signed) ? 'Stale' : 'Active';
}

/** When the state changes by the clock next; infinite for one that the clock alone does not change. */
export function nextChange(signed: SignedEntitlement, state: OfflineState): number {
  if (state === 'Active') return Math.min(staleFrom(signed), signed.endsAt);
  return state === 'Stale' ? signed.endsAt : Number.POSITIVE_INFINITY;
}

/** As the connected client, which asks again when the subscription or the trial has ended by the clock. */
function staleFrom({ issuedAt, expiresAt, document }: SignedEntitlement): number {
  return Math.min(expiresAt, issuedAt + changesAfter(document));
}

/** The answers of a state. */
export function answersOf(
  signed: SignedEntitlement,
  state: OfflineState,
  source: Entitlement['source'],
): EntitlementView {
  const { document, after, issuedAt } = signed;
  const granted =
    state === 'Active' || state === 'Stale'
      ? document
      : limitedTo(document, state === 'ClockSetBack' ? 'ReadOnly' : after);
  return new EntitlementView(granted, new Date(issuedAt), state !== 'Active' || source === 'token', source);
}

function limitedTo(document: EntitlementDocument, access: 'ReadOnly' | 'None'): EntitlementDocument {
  if (access === 'None') return { ...document, accessLevel: 'None', capabilities: {}, limits: {} };
  return document.accessLevel === 'Full' ? { ...document, accessLevel: 'ReadOnly' } : document;
}
