import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountUrl } from '../../core/marketplace/account-url.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import type { ApiContext } from '../context.ts';
import { sendPage } from '../pages/page.ts';
import { type AccountConnection, findAccountConnection } from './account-connection.ts';
import { type AccountVisit, accountErrorPage, accountSignInPage, sessionEndedPage } from './account-pages.ts';
import { findAccountUser, sealForm } from './account-session.ts';

/** A signed-in user on the page of an existing connection. */
export interface AccountArrival {
  readonly connection: AccountConnection;
  readonly user: SignedInUser;
  readonly visit: AccountVisit;
}

/** Undefined when a page has been sent. */
export async function arriveAtAccount(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountArrival | undefined> {
  const { connectionId, subscriptionId } = request.params as {
    connectionId: string;
    subscriptionId?: string;
  };
  const connection = await findAccountConnection(context, connectionId);
  const send = (page: Parameters<typeof sendPage>[1]) => {
    sendPage(reply, page);
    return undefined;
  };
  if (!connection) return send(accountErrorPage('unknownAddress'));
  const seller = connection.workspaceName;
  if (connection.isSuspended) return send(accountErrorPage('suspended', seller));
  if (!context.signIn) return send(accountErrorPage('signInNotSetUp', seller));
  const url = accountUrl(context, connection.connectionId);
  const query = subscriptionId === undefined ? '' : `?subscription=${encodeURIComponent(subscriptionId)}`;
  const user = await findAccountUser(context, request);
  if (!user) {
    const signIn = `${url}/sign-in${query}`;
    return send(
      request.method === 'POST' ? sessionEndedPage(seller, signIn) : accountSignInPage(seller, signIn),
    );
  }
  const { tenantId, objectId } = user;
  const form = sealForm(context, { connectionId: connection.connectionId, tenantId, objectId });
  const otherAccount = `${url}/sign-in?account=choose`;
  return { connection, user, visit: { seller, user, url, otherAccount, signOut: `${url}/sign-out`, form } };
}

const visitsPerMinute = 60;

/** False when the page about too many requests has been sent. */
export async function limitAccount(
  { rateLimiter }: Pick<ApiContext, 'rateLimiter'>,
  reply: FastifyReply,
  key: string,
  perMinute = visitsPerMinute,
): Promise<boolean> {
  const decision = await rateLimiter.take(key, perMinute);
  if (decision.allowed) return true;
  reply.header('retry-after', String(Math.max(1, decision.secondsUntilMore)));
  sendPage(reply, accountErrorPage('tooOften'));
  return false;
}
