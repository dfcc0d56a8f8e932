import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  acceptSeat,
  releaseCustomerSeat,
  requestCustomerSeats,
} from '../../actions/marketplace/customer-seats.ts';
import { isUuid } from '../../core/identifiers.ts';
import { accountPath } from '../../core/marketplace/purchases/account.ts';
import type { RequestedSeat } from '../../core/subscriptions/seat-request.ts';
import { foldUserName } from '../../core/values/user-name.ts';
import { visitorActor } from '../../core/workspaces/visitor.ts';
import { listSupportContacts } from '../../storage/marketplace/accounts.ts';
import { listSeats } from '../../storage/subscriptions/seats.ts';
import type { ApiContext } from '../context.ts';
import { sendPage } from '../pages/page.ts';
import { beginSignIn, readOwnPath } from '../sign-in/begin-sign-in.ts';
import { loadAccount, type ShownSubscription } from './account-facts.ts';
import {
  accountErrorPage,
  accountSignInPage,
  detailUrl,
  nothingHeldPage,
  overviewPage,
} from './account-pages.ts';
import {
  type AccountArrival,
  accountPurpose,
  arriveAtAccount,
  endAccountSession,
  isFormOf,
  limitAccount,
} from './account-session.ts';
import { noMessages, type SeatHolders, type SeatMessages, subscriptionPage } from './seat-pages.ts';

const page = `${accountPath}/:connectionId`;
const detail = `${page}/subscriptions/:subscriptionId`;
const hidden = { schema: { hide: true } } as const;
/** For a pasted list; more than the people of one request, so that the rest can be shown again. */
const listLimitBytes = 64 * 1024;
const seatsPerPage = 100;
/** Of a tenant: each change is an entry of the audit log and an event. */
const changesPerMinute = 30;

/** The customer's page: what a tenant holds, its usage and its seats. */
export function accountRoutes(context: ApiContext) {
  const actionOf = ({ user }: AccountArrival, request: FastifyRequest) => ({
    database: context.writes,
    now: context.clock.now(),
    randomBytes: context.randomBytes,
    actor: visitorActor(user, request.ip),
  });

  async function show(
    reply: FastifyReply,
    { connection, user, visit }: AccountArrival,
    subscriptionId: string,
    messages: SeatMessages = noMessages,
    after?: string,
  ): Promise<FastifyReply> {
    const [shown] = isUuid(subscriptionId)
      ? await loadAccount(context, connection, user, subscriptionId)
      : [];
    if (!shown) return reply.redirect(visit.url, 303);
    const holders = shown.rights.seesPeople
      ? await loadHolders(shown, detailUrl(visit, shown), after)
      : { items: [], next: null };
    return sendPage(reply, subscriptionPage(visit, shown, holders, messages, context.clock.now()));
  }

  async function loadHolders(
    { subscription }: ShownSubscription,
    url: string,
    after: string | undefined,
  ): Promise<SeatHolders> {
    const { workspaceId, subscriptionId } = subscription;
    const question = { after: after === undefined ? undefined : [after], limit: seatsPerPage + 1 };
    const found = await listSeats(context.database, workspaceId, subscriptionId, question);
    const items = found.slice(0, seatsPerPage);
    const last = items.at(-1)?.memberId;
    return { items, next: found.length > items.length ? `${url}?after=${last}` : null };
  }

  /** Undefined when a page has been sent: the form is not of this user, or there were too many changes. */
  async function arriveWithForm(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AccountArrival | undefined> {
    const arrival = await arriveAtAccount(context, request, reply);
    if (!arrival) return undefined;
    const { connection, user, visit } = arrival;
    const { connectionId, workspaceId } = connection;
    const { tenantId, objectId } = user;
    if (!isFormOf(context, request.body, { connectionId, tenantId, objectId })) {
      reply.redirect(visit.url, 303);
      return undefined;
    }
    const allowed = await limitAccount(
      context,
      reply,
      `account-change:${workspaceId}:${tenantId}`,
      changesPerMinute,
    );
    return allowed ? arrival : undefined;
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => {
      if (!(await limitAccount(context, reply, `account:${request.ip}`))) return reply;
    });

    app.get(page, hidden, async (request, reply) => {
      const arrival = await arriveAtAccount(context, request, reply);
      if (!arrival) return reply;
      const { connection, user, visit } = arrival;
      const shown = await loadAccount(context, connection, user);
      if (shown.length === 0) {
        const contacts = await listSupportContacts(context.database, connection);
        return sendPage(reply, nothingHeldPage(visit, contacts));
      }
      return sendPage(reply, overviewPage(visit, shown, context.clock.now()));
    });

    app.get(detail, hidden, async (request, reply) => {
      const arrival = await arriveAtAccount(context, request, reply);
      if (!arrival) return reply;
      const { subscriptionId } = request.params as { subscriptionId: string };
      const { after, done } = request.query as { after?: unknown; done?: unknown };
      const messages = { ...noMessages, done: doneText(done) };
      const cursor = typeof after === 'string' && isUuid(after) ? after : undefined;
      return show(reply, arrival, subscriptionId, messages, cursor);
    });

    app.post(`${detail}/seats`, { ...hidden, bodyLimit: listLimitBytes }, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const { subscriptionId } = request.params as { subscriptionId: string };
      const people = linesOf(textOf(request.body, 'people'));
      const requested = await requestCustomerSeats(
        actionOf(arrival, request),
        arrival,
        subscriptionId,
        people,
      );
      const refused = requested.filter((line) => line.outcome === 'Refused');
      const done = changedText(requested);
      if (refused.length > 0) return show(reply, arrival, subscriptionId, { done, refused });
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
      const isReleased = await releaseCustomerSeat(actionOf(arrival, request), arrival, subscriptionId, seat);
      return reply.redirect(doneUrl(arrival, subscriptionId, isReleased ? 'released' : 'nothing'), 303);
    });

    app.post(`${detail}/accept`, hidden, async (request, reply) => {
      const arrival = await arriveWithForm(request, reply);
      if (!arrival) return reply;
      const { subscriptionId } = request.params as { subscriptionId: string };
      const accepted = await acceptSeat(actionOf(arrival, request), arrival, subscriptionId);
      return reply.redirect(doneUrl(arrival, subscriptionId, accepted ? 'accepted' : 'taken'), 303);
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
  };
}

function textOf(body: unknown, name: string): string {
  const text = ((body ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof text === 'string' ? text : '';
}

/** One person in each line; commas and semicolons separate too, as in pasted lists. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/[\n,;]/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

const doneTexts: Readonly<Record<string, string>> = {
  assigned: 'The seats are assigned.',
  reserved: 'The seats are given. A reserved seat is assigned when its person signs in and accepts it.',
  released: 'The seat is free.',
  nothing: 'Nothing has changed.',
  accepted: 'You have a seat now.',
  taken: 'No seat is free any more. Ask the person who invited you.',
};

function doneText(done: unknown): string | null {
  return (typeof done === 'string' && doneTexts[done]) || null;
}

function doneUrl({ visit }: AccountArrival, subscriptionId: string, done: string): string {
  return `${visit.url}/subscriptions/${encodeURIComponent(subscriptionId)}?done=${done}`;
}

function changedText(requested: readonly RequestedSeat[]): string | null {
  const reserved = requested.filter(({ outcome }) => outcome === 'Reserved').length;
  const assigned = requested.filter(({ outcome }) => outcome === 'Assigned' || outcome === 'Added').length;
  const texts = [
    ...(assigned > 0 ? [seatsText(assigned, 'assigned')] : []),
    ...(reserved > 0 ? [seatsText(reserved, 'reserved')] : []),
  ];
  return texts.length > 0 ? texts.join(' ') : null;
}

function seatsText(count: number, done: string): string {
  return count === 1 ? `One seat is ${done}.` : `${count} seats are ${done}.`;
}
