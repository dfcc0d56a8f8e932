import { concurrently } from '../../async/concurrently.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import type { ListedPlans } from '../../core/marketplace/import/import-offers.ts';
import { isLive } from '../../core/marketplace/notifications/alignment.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';

export interface Survey {
  readonly fulfilment: FulfilmentService;
  readonly connection: MarketplaceConnection;
  /** Aborts when nobody waits for the result any more. */
  readonly stopped: AbortSignal;
}

/** A subscription of the marketplace, or why it cannot be read. */
export type SurveyedSubscription = MarketplaceSubscription | { readonly unread: string };

export interface SurveyedMarketplace {
  /** By lower-case id: all of the list, and those that were asked for. */
  readonly subscriptions: ReadonlyMap<string, SurveyedSubscription>;
  readonly plans: readonly ListedPlans[];
}

/** Requests to the marketplace at once. */
export const maxRequests = 4;
/** Subscriptions that the list lacks are mostly of another account: the first of them are read one by one. */
const maxSingleReads = 200;
/** An offer has at most 100 plans; an account rarely has more in all. */
const maxPlanLists = 200;

const tooLate = {
  outcome: 'unavailable',
  reason: 'The marketplace did not list everything in time.',
  retryAfterSeconds: null,
  isConfiguration: false,
} as const;

/**
 * Reads all subscriptions of the account, and the plans that those wanted can have. Changes nothing.
 *
 * @param wanted lower-case ids, read one by one if the list lacks them; null: all
 */
export async function surveyMarketplace(
  survey: Survey,
  wanted: readonly string[] | null,
): Promise<FulfilmentResponse<SurveyedMarketplace>> {
  const listed = await listAll(survey);
  if (listed.outcome !== 'answered') return listed;
  const subscriptions = listed.value;
  const missing = (wanted ?? []).filter((id) => !subscriptions.has(id));
  const read = await readEach(survey, missing.slice(0, maxSingleReads), subscriptions);
  if (read.outcome !== 'answered') return read;
  for (const id of missing.slice(maxSingleReads)) {
    subscriptions.set(id, { unread: 'The marketplace does not list it.' });
  }
  const ids = wanted ?? [...subscriptions.keys()];
  const plans = await listPlans(
    survey,
    ids.flatMap((id) => subscriptions.get(id) ?? []),
  );
  return plans.outcome === 'answered'
    ? { outcome: 'answered', value: { subscriptions, plans: plans.value } }
    : plans;
}

async function listAll({
  fulfilment,
  connection,
  stopped,
}: Survey): Promise<FulfilmentResponse<Map<string, SurveyedSubscription>>> {
  const subscriptions = new Map<string, SurveyedSubscription>();
  for await (const page of fulfilment.listSubscriptions(connection)) {
    if (page.outcome !== 'answered') return page;
    if (stopped.aborted) return tooLate;
    for (const subscription of page.value.subscriptions) {
      subscriptions.set(subscription.id.toLowerCase(), subscription);
    }
  }
  return { outcome: 'answered', value: subscriptions };
}

async function readEach(
  { fulfilment, connection, stopped }: Survey,
  ids: readonly string[],
  subscriptions: Map<string, SurveyedSubscription>,
): Promise<FulfilmentResponse<null>> {
  let failure: FulfilmentResponse<null> | undefined;
  await concurrently(maxRequests, ids, async (id) => {
    if (stopped.aborted) failure ??= tooLate;
    if (failure) return;
    const answer = await fulfilment.getSubscription(connection, id);
    if (answer.outcome === 'unavailable') failure = answer;
    else
      subscriptions.set(id, answer.outcome === 'answered' ? answer.value : { unread: unreadReason(answer) });
  });
  return failure ?? { outcome: 'answered', value: null };
}

export function unreadReason({ status }: { readonly status: number }): string {
  return status === 404
    ? 'The marketplace does not know it.'
    : `The marketplace refuses to show it, with status ${status}.`;
}

/** The plans of each offer, asked through a subscription of each sold plan until every sold plan is listed. */
async function listPlans(
  { fulfilment, connection, stopped }: Survey,
  subscriptions: readonly SurveyedSubscription[],
): Promise<FulfilmentResponse<readonly ListedPlans[]>> {
  const listed: ListedPlans[] = [];
  const known = new Set<string>();
  const nameOf = (offerId: string, planId: string) => JSON.stringify([offerId, planId]);
  for (const remote of subscriptions) {
    if ('unread' in remote || !isLive(remote) || known.has(nameOf(remote.offerId, remote.planId))) continue;
    if (listed.length === maxPlanLists) break;
    if (stopped.aborted) return tooLate;
    known.add(nameOf(remote.offerId, remote.planId));
    const answer = await fulfilment.listAvailablePlans(connection, remote.id);
    if (answer.outcome === 'unavailable') return answer;
    // A refusal is one of this subscription: its plan is drafted without a name.
    if (answer.outcome === 'refused') continue;
    listed.push({ offerId: remote.offerId, plans: answer.value });
    for (const { planId } of answer.value) known.add(nameOf(remote.offerId, planId));
  }
  return { outcome: 'answered', value: listed };
}
