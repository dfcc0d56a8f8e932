import { type AttemptOutcome, changeDelivery } from '../../core/webhooks/delivery.ts';
import { type EndpointHealth, healthAfter } from '../../core/webhooks/health.ts';
import type { Notice } from '../../core/workspaces/notice.ts';
import type { Database } from '../../storage/database.ts';
import type { StoredDelivery } from '../../storage/webhooks/deliveries.ts';
import {
  type EndpointKey,
  findWebhookEndpoint,
  lockWebhookEndpoint,
  updateEndpointHealth,
  type WebhookEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import type { TakenLane } from '../../storage/webhooks/leases.ts';
import { type AttemptedDelivery, type SettledDelivery, writeSettled } from '../../storage/webhooks/settle.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

export interface SettleRequest {
  readonly workspaceId: string;
  readonly attempted: readonly AttemptedDelivery[];
  /** Lanes without remaining deliveries: their leases end. */
  readonly ended: readonly TakenLane[];
}

export interface SettledDeliveries {
  readonly written: readonly StoredDelivery[];
  /** The endpoints whose health has changed. */
  readonly changed: readonly HealthChange[];
}

export interface HealthChange {
  readonly endpointId: string;
  readonly before: EndpointHealth;
  readonly after: EndpointHealth;
}

/**
 * Settles attempts of a workspace in one statement, where the lease of the lane is current, then updates the health of
 * the endpoints.
 */
export async function settleDeliveries(
  context: ActionContext,
  { workspaceId, attempted, ended }: SettleRequest,
): Promise<SettledDeliveries> {
  const { now, randomBytes } = context;
  const chances = randomBytes(attempted.length);
  const settled: SettledDelivery[] = [];
  for (const [index, one] of attempted.entries()) {
    const random = (chances[index] ?? 0) / 256;
    const after = changeDelivery(one.delivery, { type: 'settle', outcome: one.outcome, random }, now);
    if (after) settled.push({ attempted: one, after });
  }
  const endpoints = await writeSettled(context.database, workspaceId, settled, ended, now);
  const changed: HealthChange[] = [];
  for (const { endpointId, health } of endpoints) {
    const outcomes = attempted.filter((one) => one.endpointId === endpointId).map(({ outcome }) => outcome);
    if (healthAfter(health, outcomes, now) === health) continue;
    const change = await changeHealth(context, { workspaceId, endpointId }, outcomes);
    if (change) changed.push(change);
  }
  const written = endpoints.flatMap((endpoint) =>
    endpoint.written.map(({ attempted: { endpointId, eventId }, after }) => ({
      workspaceId,
      endpointId,
      eventId,
      delivery: after,
    })),
  );
  return { written, changed };
}

async function changeHealth(
  context: ActionContext,
  key: EndpointKey,
  outcomes: readonly AttemptOutcome[],
): Promise<HealthChange | null> {
  const { now } = context;
  return context.database.transaction().execute(async (database) => {
    const locked = await lockWebhookEndpoint(database, key);
    const health = locked && healthAfter(locked.health, outcomes, now);
    if (!locked || !health || health === locked.health) return null;
    await updateEndpointHealth(database, key, health);
    if (health.disabled) await raiseDisabledNotice(context, database, key, health);
    return { endpointId: key.endpointId, before: locked.health, after: health };
  });
}

async function raiseDisabledNotice(
  context: ActionContext,
  database: Database,
  key: EndpointKey,
  health: EndpointHealth,
): Promise<void> {
  const endpoint = await findWebhookEndpoint(database, key);
  if (endpoint) await insertNotices(database, key.workspaceId, [disabledNotice(endpoint, health)], context);
}

/** A URL may contain a token in its path, so the notice names only the host. */
function disabledNotice({ endpointId, description, url }: WebhookEndpoint, health: EndpointHealth): Notice {
  const at = health.disabled?.at.toISOString() ?? '';
  const reason =
    health.disabled?.reason === 'Gone'
      ? 'It responded with 410 Gone.'
      : `Every attempt has failed since ${health.failingSince?.toISOString() ?? 'long ago'}.`;
  const { host } = new URL(url);
  const facts = { endpointId, endpoint: description, host, disabledAt: at, reason };
  return { kind: 'WebhookEndpointDisabled', key: `${endpointId} ${at}`, facts };
}
