import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActionContext } from '../../actions/context.ts';
import type { Customer } from '../../actions/marketplace/account.ts';
import { visitorActor } from '../../core/workspaces/visitor.ts';
import type { AccountContext } from './account-context.ts';
import { arriveAtAccount, isFormOf, limitAccount } from './account-session.ts';
import { type AccountArrival, type CustomerVisit, detailUrl } from './account-visit.ts';

/** Of a tenant: each change is an entry of the audit log and an event. */
const changesPerMinute = 30;

export type CustomerArrival = AccountArrival<CustomerVisit>;

/** Undefined when a page has been sent: the form is not of this user, or there were too many changes. */
export async function arriveWithAccountForm(
  context: AccountContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CustomerArrival | undefined> {
  const arrival = await arriveAtAccount(context, request, reply);
  if (!arrival) return undefined;
  const { connection, visit } = arrival;
  const { connectionId, workspaceId } = connection;
  const { tenantId, objectId } = visit.user;
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

/** The customer's user is the actor. */
export function customerAction(
  context: AccountContext,
  { visit }: CustomerArrival,
  request: FastifyRequest,
): ActionContext {
  return {
    database: context.writes,
    now: context.clock.now(),
    randomBytes: context.randomBytes,
    actor: visitorActor(visit.user, request.ip),
  };
}

export function customerOf({ connection, visit }: CustomerArrival): Customer {
  return { connection, user: visit.user };
}

export function textOf(body: unknown, name: string): string {
  const text = ((body ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof text === 'string' ? text : '';
}

export function doneUrl({ visit }: AccountArrival, subscriptionId: string, done: string): string {
  return `${detailUrl(visit, subscriptionId)}?done=${done}`;
}
