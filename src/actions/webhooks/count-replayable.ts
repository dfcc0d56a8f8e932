import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import type { Total } from '../../core/total.ts';
import { type EndpointKey, findWebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import { countReplayable } from '../../storage/webhooks/replays.ts';
import type { ActionContext } from '../context.ts';
import { type ReplayRange, refuseRange, replayFilter } from './replay-range.ts';

/** The number of deliveries that a replay of the range would send now. */
export async function countReplayableDeliveries(
  { database, now }: ActionContext,
  key: EndpointKey,
  range: ReplayRange,
): Promise<Total | Refusal> {
  const invalid = refuseRange(range, now);
  if (invalid) return invalid;
  const endpoint = await findWebhookEndpoint(database, key);
  if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
  if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
  return countReplayable(database, replayFilter(endpoint, range));
}
