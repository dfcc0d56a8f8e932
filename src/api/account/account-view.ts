import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountViewPath } from '../../core/marketplace/purchases/account.ts';
import { may, viewAsCustomerPermission } from '../../core/workspaces/member-role.ts';
import { isSessionAlive } from '../../core/workspaces/session.ts';
import { loadOrganisationNames } from '../../storage/subscriptions/customer-views.ts';
import { findSession, type Membership, type StoredSession } from '../../storage/workspaces/sessions.ts';
import { sendPage } from '../pages/page.ts';
import { SealedCookie } from '../sign-in/sealed-cookie.ts';
import type { AccountContext } from './account-context.ts';
import { viewEndedPage } from './account-pages.ts';
import { findOpenConnection } from './account-session.ts';
import type { AccountArrival, StaffVisit } from './account-visit.ts';

const lifetimeSeconds = 30 * 60;

interface ViewAddress {
  readonly connectionId: string;
  readonly tenantId: string;
}

/** What the cookie says: the session that began the view, and the only page that it shows. */
interface BegunView extends ViewAddress {
  readonly session: string;
}

/**
 * The browser sends it to the pages of this view alone. It is no session of a customer, and nothing without the session
 * of the portal that began it.
 */
function viewCookie({ connectionId, tenantId }: ViewAddress): SealedCookie<BegunView> {
  const path = accountViewPath(connectionId, tenantId);
  return new SealedCookie({ name: 'account-view', path, lifetimeSeconds });
}

export function endOfView(now: Date): Date {
  return new Date(now.getTime() + lifetimeSeconds * 1000);
}

/** @returns the URL of the page */
export function beginView(
  context: AccountContext,
  reply: FastifyReply,
  { sessionHash }: Pick<StoredSession, 'sessionHash'>,
  { connectionId, tenantId }: ViewAddress,
): string {
  const session = Buffer.from(sessionHash).toString('base64url');
  viewCookie({ connectionId, tenantId }).set(context, reply, { connectionId, tenantId, session });
  return context.publicUrl + accountViewPath(connectionId, tenantId);
}

/** Undefined when a page has been sent. */
export async function arriveAtView(
  context: AccountContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountArrival<StaffVisit> | undefined> {
  const params = request.params as { connectionId: string; tenantId: string };
  const connection = await findOpenConnection(context, params.connectionId, reply);
  if (!connection) return undefined;
  const { connectionId, workspaceId, workspaceName: seller } = connection;
  const tenantId = params.tenantId.toLowerCase();
  const member = await findViewer(context, request, { connectionId, tenantId }, workspaceId);
  if (!member) {
    sendPage(reply, viewEndedPage(seller, `${context.publicUrl}/portal/`));
    return undefined;
  }
  const names = await loadOrganisationNames(context.database, workspaceId, [tenantId]);
  const view = {
    tenantId,
    customer: names.get(tenantId) ?? tenantId,
    staff: member.name ?? member.email,
    portalUrl: `${context.publicUrl}/portal/${member.workspaceSlug}/customers/${tenantId}`,
  };
  const url = context.publicUrl + accountViewPath(connectionId, tenantId);
  return { connection, visit: { seller, url, view } };
}

/** The member who began the view, while their session lasts and their role may. */
async function findViewer(
  context: AccountContext,
  request: FastifyRequest,
  { connectionId, tenantId }: ViewAddress,
  workspaceId: string,
): Promise<Membership | undefined> {
  const begun = viewCookie({ connectionId, tenantId }).read(context, request);
  if (begun?.connectionId !== connectionId || begun.tenantId !== tenantId) return undefined;
  const session = await findSession(context.database, Buffer.from(begun.session, 'base64url'));
  if (!session || !isSessionAlive(session, context.clock.now())) return undefined;
  return session.memberships.find(
    (member) => member.workspaceId === workspaceId && may(member.role, viewAsCustomerPermission),
  );
}
