import { makeBearerText } from '../core/admin-session.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { hashSecret } from '../secrets/hash.ts';
import { insertSession } from '../storage/admin-sessions.ts';
import { takeSignInLink } from '../storage/sign-in-links.ts';
import { findWorkspaceMember } from '../storage/workspace-members.ts';
import type { ActionContext } from './context.ts';
import { recordSignIn, type StartedSession } from './sign-in-member.ts';

/** Begins a session by a link that works once. What is wrong with another one is not told. */
export async function useSignInLink(
  context: Omit<ActionContext, 'actor'>,
  linkText: string,
  address: string,
): Promise<StartedSession | Refusal> {
  const { database, now, randomBytes } = context;
  return database.transaction().execute(async (transaction) => {
    const link = await takeSignInLink(transaction, hashSecret(linkText), now);
    const member = link && (await findWorkspaceMember(transaction, link.workspaceId, link.memberId));
    if (!member) return refuse('auth.sign_in_link_invalid');
    await recordSignIn({ ...context, database: transaction }, member, address, 'link');
    const sessionText = makeBearerText(randomBytes);
    await insertSession(transaction, { ...member, address, sessionHash: hashSecret(sessionText) }, now);
    return { sessionText, memberId: member.memberId };
  });
}
