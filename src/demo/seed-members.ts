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

/** One joined member for each role; the first is an administrator of the sandbox, too. */
export async function seedMembers(
  database: Database,
  { workspaceId, sandboxId }: { readonly workspaceId: string; readonly sandboxId: string },
): Promise<void> {
  const [administrator] = demoMembers;
  for (const member of demoMembers) {
    const { role: _, ...identity } = member;
    const memberships = [await invite(database, workspaceId, member)];
    if (member === administrator) memberships.push(await invite(database, sandboxId, member, afterwards));
    if (memberships.every(({ joinedAt }) => joinedAt !== null)) continue;
    const user = { ...identity, isGuest: false };
    done(await signInMember({ database, now: worldMade, randomBytes }, user, '127.0.0.1'));
  }
}

/** Sessions belong to the oldest membership: that of the first workspace. */
const afterwards = new Date(worldMade.getTime() + 1);

async function invite(database: Database, workspaceId: string, member: DemoMember, now = worldMade) {
  const { username: email, role, tenantId } = member;
  const context = { ...fixed(database, email), now };
  return (
    (await findWorkspaceMemberByEmail(database, workspaceId, email)) ??
    done(await inviteMember(context, workspaceId, { email, role, tenantId }))
  );
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
