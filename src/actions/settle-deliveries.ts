import type { Notice } from '../core/notice.ts';
import { changeDelivery, type TryOutcome } from '../core/webhook-delivery.ts';
import { type EndpointHealth, healthAfter } from '../core/webhook-health.ts';
import type { Database } from '../storage/database.ts';
import { insertNotices } from '../storage/notices.ts';
import { insertAttempts } from '../storage/webhook-attempts.ts';
import {
  type DeliveryKey,
  lockDeliveries,
  type StoredDelivery,
  updateDeliveries,
} from '../storage/webhook-deliveries.ts';
import {
  type EndpointKey,
  findWebhookEndpoint,
  loadSealedEndpoints,
  lockWebhookEndpoint,
  updateEndpointHealth,
  type WebhookEndpoint,
} from '../storage/webhook-endpoints.ts';
import type { ActionContext } from './context.ts';

/** One try that was made under a claim, and what came of it. */
export interface TriedDelivery extends DeliveryKey {
  readonly claim: number;
  readonly outcome: TryOutcome;
  readonly durationMilliseconds: number;
  /** The beginning of the answer's body; null when there was no answer. */
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

/**
 * Writes down what became of many tries in a constant number of statements: each attempt, the deliveries whose claim
 * still stands, and what it means for the health of the endpoints. Returns the deliveries that changed.
 */
export async function settleDeliveries(
  context: ActionContext,
  tries: readonly TriedDelivery[],
): Promise<readonly StoredDelivery[]> {
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const current = await lockDeliveries(database, tries);
    const byKey = new Map(current.map((stored) => [deliveryText(stored), stored]));
    const settled = tries.flatMap(({ claim, outcome, ...key }) => {
      const stored = byKey.get(deliveryText(key));
      const random = (randomBytes(1)[0] ?? 0) / 256;
      const delivery =
        stored && changeDelivery(stored.delivery, { type: 'settle', claim, outcome, random }, now);
      return stored && delivery ? [{ ...stored, delivery }] : [];
    });
    await updateDeliveries(database, settled);
    await insertAttempts(
      database,
      tries.map(({ claim, outcome, ...rest }) => ({
        ...rest,
        attempt: claim,
        attemptedAt: now,
        status: outcome.kind === 'answered' ? outcome.status : null,
      })),
    );
    await noteHealth({ ...context, database }, tries);
    return settled;
  });
}

/** Only an endpoint whose health changes is written, and locked for it; the others are read. */
async function noteHealth(context: ActionContext, tries: readonly TriedDelivery[]): Promise<void> {
  const { database, now } = context;
  const outcomes = new Map<string, TryOutcome[]>();
  for (const one of tries) {
    const text = endpointText(one);
    const known = outcomes.get(text);
    if (known) known.push(one.outcome);
    else outcomes.set(text, [one.outcome]);
  }
  const keys = [...new Map(tries.map((one) => [endpointText(one), one])).values()];
  const endpoints = await loadSealedEndpoints(database, keys);
  const changing = endpoints
    .filter(
      ({ health, ...key }) => healthAfter(health, outcomes.get(endpointText(key)) ?? [], now) !== health,
    )
    .sort((a, b) => (endpointText(a) < endpointText(b) ? -1 : 1));
  for (const { workspaceId, endpointId } of changing) {
    const key = { workspaceId, endpointId };
    const locked = await lockWebhookEndpoint(database, key);
    const health = locked && healthAfter(locked.health, outcomes.get(endpointText(key)) ?? [], now);
    if (!locked || !health || health === locked.health) continue;
    await updateEndpointHealth(database, key, health);
    if (health.disabled) await tellDisabled(context, database, key, health);
  }
}

async function tellDisabled(
  context: ActionContext,
  database: Database,
  key: EndpointKey,
  health: EndpointHealth,
): Promise<void> {
  const endpoint = await findWebhookEndpoint(database, key);
  if (endpoint) await insertNotices(database, key.workspaceId, [disabledNotice(endpoint, health)], context);
}

/** An address may hold a token in its path: the host is enough to know it by. */
function disabledNotice({ endpointId, description, url }: WebhookEndpoint, health: EndpointHealth): Notice {
  const at = health.disabled?.at.toISOString() ?? '';
  const reason =
    health.disabled?.reason === 'Gone'
      ? 'It answered 410 Gone.'
      : `Every try has failed since ${health.failingSince?.toISOString() ?? 'long ago'}.`;
  const facts = { endpoint: description || endpointId, host: new URL(url).host, disabledAt: at, reason };
  return { kind: 'WebhookEndpointDisabled', key: `${endpointId} ${at}`, facts };
}

function endpointText({ workspaceId, endpointId }: EndpointKey): string {
  return `${workspaceId} ${endpointId}`;
}

function deliveryText({ eventId, ...key }: DeliveryKey): string {
  return `${endpointText(key)} ${eventId}`;
}
