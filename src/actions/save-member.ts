import type { Member } from '../core/eligibility-subject.ts';
import { timeOrderedId } from '../core/identifiers.ts';
import { announceChanges } from '../storage/changes.ts';
import { ensureTenant, saveMember as storeMember } from '../storage/customers.ts';
import type { ActionContext } from './context.ts';

/** Adds a member to a tenant, or brings their e-mail address and whether they are active up to date. */
export async function saveMember(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  member: Member,
): Promise<{ readonly memberId: string }> {
  return database.transaction().execute(async (transaction) => {
    await ensureTenant(transaction, { workspaceId, tenantId: member.tenantId }, now);
    const memberId = timeOrderedId(now, randomBytes);
    const saved = await storeMember(transaction, workspaceId, { ...member, memberId }, now);
    await announceChanges(transaction, [{ kind: 'members', workspaceId }]);
    return { memberId: saved };
  });
}
