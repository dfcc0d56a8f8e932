import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { makeBearerText, signInLinkLifetime } from '../../core/workspaces/session.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { findWorkspaceMember } from '../../storage/workspaces/members.ts';
import { insertSignInLink } from '../../storage/workspaces/sign-in-links.ts';
import type { ActionContext } from '../context.ts';

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
