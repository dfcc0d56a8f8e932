import { changeDelivery, type TryOutcome } from '../../core/webhooks/delivery.ts';
import { type EndpointHealth, healthAfter } from '../../core/webhooks/health.ts';
import type { Notice } from '../../core/workspaces/notice.ts';
import type { Database } from '../../storage/database.ts';
import type { StoredDelivery } from '../../storage/webhooks/deliveries.ts';
import {
  type EndpointKey,
  findWebhookEndpoint,
  loadSealedEndpoints,
  lockWebhookEndpoint,
  updateEndpointHealth,
  type WebhookEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import { writeTries } from '../../storage/webhooks/tries.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

/** A delivery as it was leased, and the result of its attempt. */
export interface TriedDelivery extends StoredDelivery {
  readonly outcome: TryOutcome;
  readonly durationMilliseconds: number;
  /** The beginning of the answer's body; null when there was no answer. */
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

/**
 * Writes down what became of many tries in a constant number of statements: each attempt, the deliveries whose
 * lease still counts, and what it means for the health of the endpoints. Returns the deliveries that changed.
 */
export async function settleDeliveries(
  context: ActionContext,
  tries: readonly TriedDelivery[],
): Promise<readonly StoredDelivery[]> {
  const { now, randomBytes } = context;
  const chances = randomBytes(tries.length);
  const settled = tries.flatMap(({ delivery: leased, outcome, ...rest }, index) => {
    const { workspaceId, endpointId, eventId, durationMilliseconds, answer, error } = rest;
    const attempt = {
      attempt: leased.attempts,
      attemptedAt: now,
      status: outcome.kind === 'answered' ? outcome.status : null,
      durationMilliseconds,
      answer,
      error,
    };
    const random = (chances[index] ?? 0) / 256;
    const settle = { type: 'settle', attempt: leased.attempts, outcome, random } as const;
    // The lease may have been taken over: then the number of the attempt keeps this from being written.
    const delivery = changeDelivery(leased, settle, now);
    return delivery ? [{ workspaceId, endpointId, eventId, delivery, attempt }] : [];
  });
  return context.database.transaction().execute(async (database) => {
    const written = await writeTries(database, settled);
    await noteHealth({ ...context, database }, tries);
    return written;
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
