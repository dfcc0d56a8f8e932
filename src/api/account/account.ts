import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  appointAdministrator,
  removeAdministrator,
} from '../../actions/marketplace/customer-administrators.ts';
import {
  acceptSeat,
  releaseCustomerSeat,
  requestCustomerSeats,
} from '../../actions/marketplace/customer-seats.ts';
import { removeCeiling, setCeiling } from '../../actions/usage/customer-ceilings.ts';
import { isUuid } from '../../core/identifiers.ts';
import { accountPath } from '../../core/marketplace/purchases/account.ts';
import { foldUserName } from '../../core/values/user-name.ts';
import { sendPage } from '../pages/page.ts';
import { beginSignIn, readOwnPath } from '../sign-in/begin-sign-in.ts';
import {
  arriveWithAccountForm,
  type CustomerArrival,
  customerAction,
  customerOf,
  doneUrl,
  textOf,
} from './account-change.ts';
import type { AccountContext } from './account-context.ts';
import { accountErrorPage, accountSignInPage, noOverviewMessages } from './account-pages.ts';
import { accountPurpose, arriveAtAccount, endAccountSession, limitAccount } from './account-session.ts';
import { changedText, doneText } from './done-texts.ts';
import { addFileRoutes } from './file-routes.ts';
import { readCeilingName } from './limits-part.ts';
import { noMessages } from './seat-pages.ts';
import { showOverview, showSubscription } from './show-account.ts';
import { addViewRoutes } from './view-routes.ts';

const page = `${accountPath}/:connectionId`;
const detail = `${page}/subscriptions/:subscriptionId`;
const hidden = { schema: { hide: true } } as const;
/** For a pasted list; more than the people of one request, so that the rest can be shown again. */
const listLimitBytes = 64 * 1024;
/** The customer's page: what a tenant holds, its usage, its seats and its administrators. */
export function accountRoutes(context: AccountContext) {
  const actionOf = (arrival: CustomerArrival, request: FastifyRequest) =>
    customerAction(context, arrival, request);
  const arriveWithForm = (request: FastifyRequest, reply: FastifyReply) =>
    arriveWithAccountForm(context, request, reply);

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => {
      if (!(await limitAccount(context, reply, `account:${request.ip}`))) return reply;
    });

    app.get(page, hidden, async (request, reply) => {
      const arrival = await arriveAtAccount(context, request, reply);
      if (!arrival) return reply;
      const { done } = request.query as { done?: unknown };
      return showOverview(context, reply, arrival, { done: doneText(done), refused: null });
    });

    app.get(detail, hidden, async (request, reply) => {
      const arrival = await arriveAtAccount(context, request, reply);
      if (!arrival) return reply;
      const { done } = request.query as { done?: unknown };
      return showSubscription(context, request, reply, arrival, { ...noMessages, done: doneText(done) });
    });

    app.post(`${detail}/seats`, { ...hidden, bodyLimit: listLimitBytes }, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const { subscriptionId } = request.params as { subscriptionId: string };
      const people = linesOf(textOf(request.body, 'people'));
      const requested = await requestCustomerSeats(
        actionOf(arrival, request),
        customerOf(arrival),
        subscriptionId,
        people,
      );
      const refused = requested.filter((line) => line.outcome === 'Refused');
      if (refused.length > 0) {
        const messages = { ...noMessages, done: changedText(requested), refused };
        return showSubscription(context, request, reply, arrival, messages);
      }
      const hasReserved = requested.some(({ outcome }) => outcome === 'Reserved');
      const given = requested.length === 0 ? 'nothing' : hasReserved ? 'reserved' : 'assigned';
      return reply.redirect(doneUrl(arrival, subscriptionId, given), 303);
    });

    app.post(`${detail}/release`, hidden, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const { subscriptionId } = request.params as { subscriptionId: string };
      const memberId = textOf(request.body, 'memberId');
      const email = textOf(request.body, 'email');
      const seat = isUuid(memberId) ? { memberId } : { email: foldUserName(email) };
      const action = actionOf(arrival, request);
      const isReleased = await releaseCustomerSeat(action, customerOf(arrival), subscriptionId, seat);
      return reply.redirect(doneUrl(arrival, subscriptionId, isReleased ? 'released' : 'nothing'), 303);
    });

    app.post(`${detail}/accept`, hidden, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const { subscriptionId } = request.params as { subscriptionId: string };
      const accepted = await acceptSeat(actionOf(arrival, request), customerOf(arrival), subscriptionId);
      return reply.redirect(doneUrl(arrival, subscriptionId, accepted ? 'accepted' : 'taken'), 303);
    });

    app.post(`${detail}/ceilings`, hidden, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const { subscriptionId } = request.params as { subscriptionId: string };
      const written = {
        dimension: textOf(request.body, 'dimension'),
        subject: textOf(request.body, 'subject'),
        quantity: textOf(request.body, 'quantity'),
        per: textOf(request.body, 'per'),
      };
      const action = actionOf(arrival, request);
      const set = await setCeiling(action, customerOf(arrival), subscriptionId, written);
      if (set.outcome === 'Refused') {
        const refusedCeiling = { written, problem: set.problem };
        return showSubscription(context, request, reply, arrival, { ...noMessages, refusedCeiling });
      }
      const done = set.outcome === 'Set' ? 'ceiling' : 'nothing';
      return reply.redirect(doneUrl(arrival, subscriptionId, done), 303);
    });

    app.post(`${detail}/ceilings/remove`, hidden, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const { subscriptionId } = request.params as { subscriptionId: string };
      const named = readCeilingName(textOf(request.body, 'ceiling'));
      const action = actionOf(arrival, request);
      const isRemoved = named && (await removeCeiling(action, customerOf(arrival), subscriptionId, named));
      return reply.redirect(doneUrl(arrival, subscriptionId, isRemoved ? 'unlimited' : 'nothing'), 303);
    });

    app.post(`${page}/administrators`, hidden, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const person = textOf(request.body, 'person').trim();
      const action = actionOf(arrival, request);
      const appointed = await appointAdministrator(action, customerOf(arrival), person);
      if (appointed.outcome === 'Refused') {
        const refused = { person, problem: appointed.problem };
        return showOverview(context, reply, arrival, { ...noOverviewMessages, refused });
      }
      const done = appointed.outcome === 'Appointed' ? 'appointed' : 'nothing';
      return reply.redirect(`${arrival.visit.url}?done=${done}`, 303);
    });

    app.post(`${page}/administrators/remove`, hidden, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const memberId = textOf(request.body, 'memberId');
      const isRemoved = await removeAdministrator(actionOf(arrival, request), customerOf(arrival), memberId);
      return reply.redirect(`${arrival.visit.url}?done=${isRemoved ? 'removed' : 'nothing'}`, 303);
    });

    app.get(`${page}/sign-in`, hidden, async (request, reply) => {
      const { connectionId } = request.params as { connectionId: string };
      const { account, subscription } = request.query as { account?: unknown; subscription?: unknown };
      const isKnown = typeof subscription === 'string' && isUuid(subscription);
      const returnTo = isUuid(connectionId)
        ? readOwnPath(`${accountPath}/${connectionId}${isKnown ? `/subscriptions/${subscription}` : ''}`)
        : undefined;
      if (returnTo === undefined) return sendPage(reply, accountErrorPage('unknownAddress'));
      if (!context.signIn) return sendPage(reply, accountErrorPage('signInNotSetUp'));
      const chooseAccount = account === 'choose';
      return beginSignIn(context, context.signIn, reply, {
        purpose: accountPurpose,
        returnTo,
        chooseAccount,
      });
    });

    app.post(`${page}/sign-out`, hidden, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      await endAccountSession(context, request, reply);
      const { connection, visit } = arrival;
      return sendPage(
        reply,
        accountSignInPage(connection.workspaceName, `${visit.url}/sign-in?account=choose`),
      );
    });

    addFileRoutes(app, context);
    addViewRoutes(app, context);
  };
}

/** One person in each line; commas and semicolons separate too, as in pasted lists. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/[\n,;]/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}
