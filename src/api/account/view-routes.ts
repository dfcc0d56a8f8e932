import type { FastifyInstance } from 'fastify';
import { accountViewPath } from '../../core/marketplace/purchases/account.ts';
import type { AccountContext } from './account-context.ts';
import { noOverviewMessages, readOnlyPage } from './account-pages.ts';
import { arriveAtView } from './account-view.ts';
import { noMessages } from './seat-pages.ts';
import { sendAccountPage, showOverview, showSubscription } from './show-account.ts';

const page = accountViewPath(':connectionId', ':tenantId');
const hidden = { schema: { hide: true } } as const;

/** The customer's page as staff see it. No route changes anything; a change is refused with the reason. */
export function addViewRoutes(app: FastifyInstance, context: AccountContext): void {
  app.get(page, hidden, async (request, reply) => {
    const arrival = await arriveAtView(context, request, reply);
    return arrival ? showOverview(context, reply, arrival, noOverviewMessages) : reply;
  });

  app.get(`${page}/subscriptions/:subscriptionId`, hidden, async (request, reply) => {
    const arrival = await arriveAtView(context, request, reply);
    return arrival ? showSubscription(context, request, reply, arrival, noMessages) : reply;
  });

  app.post(`${page}/*`, hidden, async (request, reply) => {
    const arrival = await arriveAtView(context, request, reply);
    return arrival ? sendAccountPage(reply, arrival.visit, readOnlyPage(arrival.visit)) : reply;
  });
}
