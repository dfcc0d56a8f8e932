import { concurrently } from '../../async/concurrently.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import type { ListedPlans } from '../../core/marketplace/import/import-offers.ts';
import { isLive } from '../../core/marketplace/notifications/alignment.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { askPatiently, type Pause } from './ask-patiently.ts';

export interface Survey {
  readonly fulfilment: FulfilmentService;
  readonly connection: MarketplaceConnection;
  readonly pause: Pause;
  readonly progress: Progress;
}

/** Tells how many items of a step are done, of how many; null while that is not known. */
export type Progress = (step: string, done: number, total: number | null) => void;

/** A subscription of the marketplace, or why it cannot be read. */
export type SurveyedSubscription = MarketplaceSubscription | { readonly unread: string };

export interface SurveyedMarketplace {
  /** By lower-case id: all of the list, and those that were asked for. */
  readonly subscriptions: ReadonlyMap<string, SurveyedSubscription>;
  readonly plans: readonly ListedPlans[];
}

/** Requests to the marketplace at once. */
export const maxRequests = 4;
/** An offer has at most 100 plans; an account rarely has more in all. */
const maxPlanLists = 200;

/**
 * Reads all subscriptions of the account, and the plans that those wanted can have. Changes nothing.
 *
 * @param wanted lower-case ids, read one by one if the list lacks them; null: all
 */
export async function surveyMarketplace(
  survey: Survey,
  wanted: readonly string[] | null,
): Promise<FulfilmentResponse<SurveyedMarketplace>> {
  const listed = await askPatiently(() => listAll(survey), survey.pause);
  if (listed.outcome !== 'answered') return listed;
  const subscriptions = listed.value;
  const missing = await readEach(
    survey,
    (wanted ?? []).filter((id) => !subscriptions.has(id)),
    subscriptions,
  );
  if (missing.outcome !== 'answered') return missing;
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
  progress,
}: Survey): Promise<FulfilmentResponse<Map<string, SurveyedSubscription>>> {
  const step = 'Subscriptions listed by the marketplace';
  const subscriptions = new Map<string, SurveyedSubscription>();
  for await (const page of fulfilment.listSubscriptions(connection)) {
    if (page.outcome !== 'answered') return page;
    for (const subscription of page.value.subscriptions) {
      subscriptions.set(subscription.id.toLowerCase(), subscription);
    }
    progress(step, subscriptions.size, null);
  }
  progress(step, subscriptions.size, subscriptions.size);
  return { outcome: 'answered', value: subscriptions };
}

async function readEach(
  { fulfilment, connection, pause, progress }: Survey,
  ids: readonly string[],
  subscriptions: Map<string, SurveyedSubscription>,
): Promise<FulfilmentResponse<null>> {
  let failure: FulfilmentResponse<null> | undefined;
  let done = 0;
  await concurrently(maxRequests, ids, async (id) => {
    if (failure) return;
    const answer = await askPatiently(() => fulfilment.getSubscription(connection, id), pause);
    if (answer.outcome === 'unavailable') {
      failure = answer;
      return;
    }
    subscriptions.set(id, answer.outcome === 'answered' ? answer.value : { unread: unreadReason(answer) });
    done += 1;
    progress('Subscriptions read that the list lacks', done, ids.length);
  });
  return failure ?? { outcome: 'answered', value: null };
}

function unreadReason({ status }: { readonly status: number }): string {
  return status === 404
    ? 'The marketplace does not know it.'
    : `The marketplace refuses to show it, with status ${status}.`;
}

/** The plans of each offer, asked through a subscription of each sold plan until every sold plan is listed. */
async function listPlans(
  { fulfilment, connection, pause, progress }: Survey,
  subscriptions: readonly SurveyedSubscription[],
): Promise<FulfilmentResponse<readonly ListedPlans[]>> {
  const step = 'Lists of plans read';
  const listed: ListedPlans[] = [];
  const known = new Set<string>();
  const nameOf = (offerId: string, planId: string) => JSON.stringify([offerId, planId]);
  for (const remote of subscriptions) {
    if ('unread' in remote || !isLive(remote) || known.has(nameOf(remote.offerId, remote.planId))) continue;
    if (listed.length === maxPlanLists) break;
    known.add(nameOf(remote.offerId, remote.planId));
    const ask = () => fulfilment.listAvailablePlans(connection, remote.id);
    const answer = await askPatiently(ask, pause);
    if (answer.outcome === 'unavailable') return answer;
    // A refusal is one of this subscription: its plan is drafted without a name.
    if (answer.outcome === 'refused') continue;
    listed.push({ offerId: remote.offerId, plans: answer.value });
    for (const { planId } of answer.value) known.add(nameOf(remote.offerId, planId));
    progress(step, listed.length, null);
  }
  progress(step, listed.length, listed.length);
  return { outcome: 'answered', value: listed };
}
