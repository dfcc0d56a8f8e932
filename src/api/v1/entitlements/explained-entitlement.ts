import type { ProductReader } from '../../../core/clients/api-client.ts';
import { resolveEntitlement } from '../../../core/entitlements/entitlement.ts';
import { explainEntitlement } from '../../../core/entitlements/entitlement-explanation.ts';
import type { EntitlementFacts } from '../../../core/entitlements/in-force.ts';
import { isSlug } from '../../../core/identifiers.ts';
import { oldestPastEntitlement } from '../../../core/operations/retention.ts';
import { isRefusal, refuseInvalid } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import { loadEntitlementAsOf } from '../../../storage/entitlements/entitlements.ts';
import type { ApiContext } from '../../context.ts';
import { checkProduct } from './find-snapshot.ts';

/** The entitlement with its explanation. */
export function explainedEntitlement(facts: EntitlementFacts, now: Date) {
  return { ...resolveEntitlement(facts, now), explanation: explainEntitlement(facts, now) };
}

export interface PastEntitlementRequest {
  readonly tenantId: string;
  readonly product: string;
  readonly asOf: string;
  readonly explain: boolean;
}

/** The entitlement at an earlier moment, from the records of that moment. */
export async function pastEntitlement(
  { database, clock, retention }: Pick<ApiContext, 'clock' | 'database' | 'retention'>,
  reader: ProductReader,
  { tenantId, product, asOf, explain }: PastEntitlementRequest,
) {
  const moment = instantOf(asOf);
  const now = clock.now();
  if (moment > now) {
    const message = 'must not be in the future';
    return refuseInvalid([{ path: 'asOf', rule: 'past', message }]);
  }
  const oldest = oldestPastEntitlement(now, retention);
  if (moment < oldest) {
    const message = `must not be before ${oldest.toISOString()}: earlier history is not kept`;
    return refuseInvalid([{ path: 'asOf', rule: 'range', message }]);
  }
  const stored = isSlug(product)
    ? await loadEntitlementAsOf(database, reader.workspaceId, product, tenantId, moment)
    : undefined;
  const past = checkProduct(stored && { stored }, reader, product);
  if (isRefusal(past)) return past;
  const { facts } = past.stored;
  const answer = explain ? explainedEntitlement(facts, moment) : resolveEntitlement(facts, moment);
  return { ...answer, isHistorical: true };
}
