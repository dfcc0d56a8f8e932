import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { takesInvitation, type WorkspaceMember } from '../../core/workspaces/member.ts';
import { reasonForNoWorkspace } from '../../core/workspaces/no-workspace.ts';
import { makeBearerText, signInLinkLifetime } from '../../core/workspaces/session.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { visitorId } from '../../core/workspaces/visitor.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { listAuditEntries } from '../../storage/workspaces/audit-entries.ts';
import {
  findWorkspaceMember,
  loadMembershipsOf,
  lockInvitations,
  updateMemberJoined,
} from '../../storage/workspaces/members.ts';
import { insertSession } from '../../storage/workspaces/sessions.ts';
import { consumeSignInLink, insertSignInLink, insertSpentSignIn } from '../../storage/workspaces/sign-ins.ts';
import { findWorkspacesClosedTo } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

interface StartedSession {
  /** The session token for the cookie; only its hash is stored. */
  readonly sessionText: string;
  readonly memberId: string;
}

/**
 * Begins a session for a user whom the identity provider has authenticated, and accepts the user's open invitations in
 * every workspace.
 */
export async function signInMember(
  context: Omit<ActionContext, 'actor'>,
  user: SignedInUser,
  address: string,
): Promise<StartedSession | Refusal> {
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const invited = await lockInvitations(database, user.username);
    const joinedBefore = await loadMembershipsOf(database, user);
    const workspaceIds = [...invited, ...joinedBefore].map(({ workspaceId }) => workspaceId);
    const closed = await findWorkspacesClosedTo(database, user.tenantId, workspaceIds);
    const isOpen = ({ workspaceId }: WorkspaceMember) => !closed.has(workspaceId);
    const earlier = joinedBefore.filter(isOpen);
    const memberships = [...earlier];
    const invitations = invited.filter((member) => isOpen(member) && takesInvitation(member, user, now));
    for (const invitation of invitations) {
      if (memberships.some(({ workspaceId }) => workspaceId === invitation.workspaceId)) continue;
      const joined = { ...invitation, ...identityOf(user), joinedAt: now };
      await updateMemberJoined(database, joined);
      await recordAudit({ ...context, database, actor: actorOf(joined, address) }, joined.workspaceId, {
        action: 'member.joined',
        subject: { kind: 'Member', id: joined.memberId },
        before: { email: invitation.email, tenantId: invitation.tenantId },
        after: { email: invitation.email, ...identityOf(user) },
      });
      memberships.push(joined);
    }
    const [home] = memberships;
    if (!home) {
      for (const member of [...joinedBefore, ...invited])
        await recordRefusal({ ...context, database }, member, user, address);
      const facts = { joined: joinedBefore, invited, closed };
      return refuse('auth.not_a_member', { reason: reasonForNoWorkspace(user, facts, now) });
    }
    for (const member of earlier) {
      await recordSignIn({ ...context, database }, member, address, 'identity provider');
    }
    const sessionText = makeBearerText(randomBytes);
    await insertSession(database, { ...home, address, sessionHash: hashSecret(sessionText) }, now);
    return { sessionText, memberId: home.memberId };
  });
}

/** Also used for sign-in links; the audit entry has the kind. */
async function recordSignIn(
  context: Omit<ActionContext, 'actor'>,
  member: WorkspaceMember,
  address: string,
  by: 'identity provider' | 'link',
): Promise<void> {
  await recordAudit({ ...context, actor: actorOf(member, address) }, member.workspaceId, {
    action: 'member.signed_in',
    subject: { kind: 'Member', id: member.memberId },
    before: null,
    after: { email: member.email, by },
  });
}

const refusalPause = 60 * 60_000;

/**
 * Records a sign-in that the workspace's sign-in tenants refuse, or whose user name has an invitation for another tenant
 * or an expired one. Once an hour per member, so that a stranger cannot fill the log. Other refused sign-ins are not
 * recorded.
 */
async function recordRefusal(
  context: Omit<ActionContext, 'actor'>,
  { workspaceId, memberId, email, tenantId }: WorkspaceMember,
  user: SignedInUser,
  address: string,
): Promise<void> {
  const question = {
    action: 'member.sign_in_refused',
    subjectKind: 'Member',
    subjectId: memberId,
    from: new Date(context.now.getTime() - refusalPause),
    limit: 1,
  } as const;
  const latest = await listAuditEntries(context.database, workspaceId, question);
  if (latest.length > 0) return;
  const id = visitorId(user);
  const name = user.username.slice(0, maxUsernameLength);
  const actor = { kind: 'Visitor', id, name, address } as const;
  await recordAudit({ ...context, actor }, workspaceId, {
    action: 'member.sign_in_refused',
    subject: { kind: 'Member', id: memberId },
    before: null,
    after: { email, tenantId, visitorTenantId: user.tenantId },
  });
}

const maxUsernameLength = 254;
const maxNameLength = 200;

function identityOf({ name, tenantId, objectId }: SignedInUser) {
  return { name: name.trim().slice(0, maxNameLength) || null, tenantId, objectId };
}

function actorOf({ memberId, name, email }: WorkspaceMember, address: string) {
  return { kind: 'Member', id: memberId, name: name ?? email, address } as const;
}

/** Begins a session by a one-time link. All invalid links get the same refusal. */
export async function useSignInLink(
  context: Omit<ActionContext, 'actor'>,
  linkText: string,
  address: string,
): Promise<StartedSession | Refusal> {
  const { database, now, randomBytes } = context;
  return database.transaction().execute(async (transaction) => {
    const link = await consumeSignInLink(transaction, hashSecret(linkText), now);
    const member = link && (await findWorkspaceMember(transaction, link.workspaceId, link.memberId));
    if (!member) return refuse('auth.sign_in_link_invalid');
    await recordSignIn({ ...context, database: transaction }, member, address, 'link');
    const sessionText = makeBearerText(randomBytes);
    await insertSession(transaction, { ...member, address, sessionHash: hashSecret(sessionText) }, now);
    return { sessionText, memberId: member.memberId };
  });
}

/** Token of a one-time sign-in link, valid for 15 minutes, for the operator of the machine. */
export async function createSignInLink(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  memberId: string,
): Promise<{ readonly linkText: string; readonly expiresAt: Date } | Refusal> {
  if (!(await findWorkspaceMember(database, workspaceId, memberId)))
    return refuseUnknown('memberId', 'member');
  const linkText = makeBearerText(randomBytes);
  const expiresAt = new Date(now.getTime() + signInLinkLifetime);
  await insertSignInLink(database, { workspaceId, memberId, linkHash: hashSecret(linkText), expiresAt }, now);
  return { linkText, expiresAt };
}

/**
 * True only for the first use of a sign-in's state, and for the first sign-out from a session of the customer's page: a
 * cookie can be replayed, these texts cannot.
 */
export async function spendSignIn(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  state: string,
): Promise<boolean> {
  return insertSpentSignIn(database, hashSecret(state), now);
}
