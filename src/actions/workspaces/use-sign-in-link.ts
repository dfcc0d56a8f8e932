import { type Refusal, refuse } from '../../core/refusal.ts';
import { makeBearerText } from '../../core/workspaces/session.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { findWorkspaceMember } from '../../storage/workspaces/members.ts';
import { insertSession } from '../../storage/workspaces/sessions.ts';
import { consumeSignInLink } from '../../storage/workspaces/sign-in-links.ts';
import type { ActionContext } from '../context.ts';
import { recordSignIn, type StartedSession } from './sign-in-member.ts';

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
