import { randomBytes } from 'node:crypto';
import { issueKey } from '../actions/clients/keys.ts';
import { addServiceAccount } from '../actions/clients/service-accounts.ts';
import { inviteMember } from '../actions/workspaces/members.ts';
import { createSignInLink, signInMember } from '../actions/workspaces/sign-in.ts';
import { makeApiKey } from '../core/clients/api-key.ts';
import { findServiceAccountKey } from '../storage/clients/api-keys.ts';
import { listServiceAccountViews } from '../storage/clients/service-accounts.ts';
import type { Database } from '../storage/database.ts';
import { findWorkspaceMemberByEmail } from '../storage/workspaces/members.ts';
import { findWorkspaceBySlug } from '../storage/workspaces/workspaces.ts';
import { bytesFrom, done, fixed, worldMade } from './fixed.ts';
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

const name = 'Nightly report';

/** A service account that reads everything, with a key from the day of the first start; returns the key. */
export async function seedServiceAccount(
  database: Database,
  workspaceId: string,
  now: Date,
): Promise<string> {
  const present = await listServiceAccountViews(database, workspaceId, { limit: 1_000 });
  const { serviceAccountId } =
    present.find((account) => account.name === name) ??
    done(await addServiceAccount(fixed(database, name), workspaceId, { name, role: 'Viewer' }));
  const { keyId, text } = makeApiKey(bytesFrom(`${name} key`), 'tsa');
  if (await findServiceAccountKey(database, keyId)) return text;
  const context = { ...fixed(database, `${name} key`), now };
  const owner = { kind: 'service-account', id: serviceAccountId } as const;
  done(await issueKey(context, workspaceId, owner, { expiresAt: null }));
  return text;
}
