import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../core/identifiers.ts';
import { listSupportContacts } from '../../storage/marketplace/accounts.ts';
import { type Page, sendPage } from '../pages/page.ts';
import type { AccountContext } from './account-context.ts';
import { loadAccount } from './account-facts.ts';
import { nothingHeldPage, type OverviewMessages, overviewPage, viewBanner } from './account-pages.ts';
import type { AccountArrival, AccountVisit } from './account-visit.ts';
import { loadOrganisation } from './organisation-facts.ts';
import { type SeatMessages, subscriptionPage } from './seat-pages.ts';
import { loadSubscriptionDetail } from './subscription-facts.ts';

/** A page of a view says so, whatever it shows. */
export function sendAccountPage(reply: FastifyReply, { view }: AccountVisit, page: Page): FastifyReply {
  return sendPage(reply, view ? { ...page, banner: viewBanner(view) } : page);
}

export async function showOverview(
  context: AccountContext,
  reply: FastifyReply,
  arrival: AccountArrival,
  messages: OverviewMessages,
): Promise<FastifyReply> {
  const { connection, visit } = arrival;
  const shown = await loadAccount(context, arrival);
  if (shown.length === 0) {
    const contacts = await listSupportContacts(context.database, connection);
    return sendAccountPage(reply, visit, nothingHeldPage(visit, contacts));
  }
  const organisation = await loadOrganisation(context, arrival, shown);
  return sendAccountPage(
    reply,
    visit,
    overviewPage(visit, shown, organisation, messages, context.clock.now()),
  );
}

/** A subscription that the visitor may not see leads to the overview. */
export async function showSubscription(
  context: AccountContext,
  request: FastifyRequest,
  reply: FastifyReply,
  arrival: AccountArrival,
  messages: SeatMessages,
): Promise<FastifyReply> {
  const { visit } = arrival;
  const { subscriptionId } = request.params as { subscriptionId: string };
  const { after, usageFile, again } = request.query as Readonly<Record<string, unknown>>;
  const cursor = typeof after === 'string' && isUuid(after) ? after : undefined;
  const [shown] = isUuid(subscriptionId) ? await loadAccount(context, arrival, subscriptionId) : [];
  if (!shown) return reply.redirect(visit.url, 303);
  const detail = await loadSubscriptionDetail(context, shown, visit.seller, {
    after: cursor,
    upload: { usageFileId: usageFile, isRepeated: again !== undefined },
  });
  return sendAccountPage(reply, visit, subscriptionPage(visit, shown, detail, messages, context.clock.now()));
}
