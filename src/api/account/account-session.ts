import type { FastifyReply, FastifyRequest } from 'fastify';
import { spendSignIn } from '../../actions/workspaces/sign-in.ts';
import { accountUrl } from '../../core/marketplace/purchases/account.ts';
import { makeBearerText } from '../../core/workspaces/session.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import { isSignInSpent } from '../../storage/workspaces/sign-ins.ts';
import { sendPage } from '../pages/page.ts';
import { SealedCookie } from '../sign-in/sealed-cookie.ts';
import type { SignInHandler } from '../sign-in/sign-in-callback.ts';
import type { AccountContext } from './account-context.ts';
import { findAccountConnection } from './account-facts.ts';
import { accountErrorPage, accountSignInPage, sessionEndedPage } from './account-pages.ts';
import type { AccountArrival, AccountConnection, CustomerVisit } from './account-visit.ts';

export const accountPurpose = 'account';

/**
 * The signed-in user of the customer's page, apart from the portal's sessions. What the user may see and change is decided
 * on every request.
 */
interface AccountSession {
  readonly sessionText: string;
  readonly user: SignedInUser;
}

const accountCookie = new SealedCookie<AccountSession>({ name: 'account-session', lifetimeSeconds: 60 * 60 });

export function signInCustomer(context: AccountContext): SignInHandler {
  return (user, _request, reply) => {
    beginAccountSession(context, reply, user);
    return undefined;
  };
}

export function beginAccountSession(context: AccountContext, reply: FastifyReply, user: SignedInUser): void {
  accountCookie.set(context, reply, { sessionText: makeBearerText(context.randomBytes), user });
}

/** Undefined an hour after the sign-in, and after the sign-out: a copy of the cookie is of no use. */
async function findAccountUser(
  context: AccountContext,
  request: FastifyRequest,
): Promise<SignedInUser | undefined> {
  const session = accountCookie.read(context, request);
  if (!session || (await isSignInSpent(context.database, hashSecret(session.sessionText)))) return undefined;
  return session.user;
}

export async function endAccountSession(
  context: AccountContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = accountCookie.read(context, request);
  if (session) {
    await spendSignIn({ database: context.writes, now: context.clock.now() }, session.sessionText);
  }
  accountCookie.clear(context, reply);
}

interface FormNote {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly objectId: string;
}

const sealContext = { purpose: 'account form', belongsTo: 'account form' } as const;

/** CSRF protection: another site cannot read the page to forge the note of its form. */
function sealForm({ encryptionKey }: AccountContext, note: FormNote): string {
  return Buffer.from(seal(JSON.stringify(note), encryptionKey, sealContext)).toString('base64url');
}

/** Whether the form was made on the page of the connection, for this user. */
export function isFormOf({ encryptionKey }: AccountContext, body: unknown, expected: FormNote): boolean {
  const { form } = (body ?? {}) as { form?: unknown };
  if (typeof form !== 'string') return false;
  try {
    const note = JSON.parse(unseal(Buffer.from(form, 'base64url'), encryptionKey, sealContext)) as FormNote;
    return (
      note.connectionId === expected.connectionId &&
      note.tenantId === expected.tenantId &&
      note.objectId === expected.objectId
    );
  } catch {
    return false;
  }
}

/** Undefined when a page has been sent: there is no such connection, or its workspace is suspended. */
export async function findOpenConnection(
  context: AccountContext,
  connectionId: string,
  reply: FastifyReply,
): Promise<AccountConnection | undefined> {
  const connection = await findAccountConnection(context, connectionId);
  if (connection && !connection.isSuspended) return connection;
  sendPage(
    reply,
    connection ? accountErrorPage('suspended', connection.workspaceName) : accountErrorPage('unknownAddress'),
  );
  return undefined;
}

/** Undefined when a page has been sent. */
export async function arriveAtAccount(
  context: AccountContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountArrival<CustomerVisit> | undefined> {
  const params = request.params as { connectionId: string; subscriptionId?: string };
  const connection = await findOpenConnection(context, params.connectionId, reply);
  if (!connection) return undefined;
  const send = (page: Parameters<typeof sendPage>[1]) => {
    sendPage(reply, page);
    return undefined;
  };
  const { connectionId, workspaceName: seller } = connection;
  if (!context.signIn) return send(accountErrorPage('signInNotSetUp', seller));
  const url = accountUrl(context, connectionId);
  const { subscriptionId } = params;
  const query = subscriptionId === undefined ? '' : `?subscription=${encodeURIComponent(subscriptionId)}`;
  const user = await findAccountUser(context, request);
  if (!user) {
    const signIn = `${url}/sign-in${query}`;
    return send(
      request.method === 'POST' ? sessionEndedPage(seller, signIn) : accountSignInPage(seller, signIn),
    );
  }
  const { tenantId, objectId } = user;
  const form = sealForm(context, { connectionId, tenantId, objectId });
  const otherAccount = `${url}/sign-in?account=choose`;
  const visit = { seller, url, view: null, user, otherAccount, signOut: `${url}/sign-out`, form };
  return { connection, visit };
}

const visitsPerMinute = 60;

/** False when the page about too many requests has been sent. */
export async function limitAccount(
  { rateLimiter }: Pick<AccountContext, 'rateLimiter'>,
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
