import { randomBytes } from 'node:crypto';
import { createSignInLink } from '../actions/workspaces/create-sign-in-link.ts';
import { inviteMember } from '../actions/workspaces/invite-member.ts';
import { signInMember } from '../actions/workspaces/sign-in-member.ts';
import type { Database } from '../storage/database.ts';
import { findWorkspaceMemberByEmail } from '../storage/workspaces/members.ts';
import { findWorkspaceBySlug } from '../storage/workspaces/workspaces.ts';
import { done, fixed, worldMade } from './fixed.ts';
import { type DemoMember, demoMembers, demoWorkspaceSlug } from './identities.ts';

/** One joined member for each role. */
export async function seedMembers(database: Database, workspaceId: string): Promise<void> {
  for (const member of demoMembers) await seedMember(database, workspaceId, member);
}

async function seedMember(database: Database, workspaceId: string, member: DemoMember): Promise<void> {
  const { role, ...identity } = member;
  const user = { ...identity, isGuest: false };
  const invitation = { email: user.username, role, tenantId: user.tenantId };
  const { joinedAt } =
    (await findWorkspaceMemberByEmail(database, workspaceId, user.username)) ??
    done(await inviteMember(fixed(database, user.username), workspaceId, invitation));
  if (joinedAt !== null) return;
  done(await signInMember({ database, now: worldMade, randomBytes }, user, '127.0.0.1'));
}

/** A sign-in link for the demo's administrator, new at every start. */
export async function demoSignInLink(database: Database, now: Date): Promise<string> {
  const workspace = await findWorkspaceBySlug(database, demoWorkspaceSlug);
  const [administrator] = demoMembers;
  const member =
    workspace && (await findWorkspaceMemberByEmail(database, workspace.workspaceId, administrator.username));
  if (!member) throw new Error('The demo has not been seeded');
  const { workspaceId, memberId } = member;
  return done(await createSignInLink({ database, now, randomBytes }, workspaceId, memberId)).linkText;
}
