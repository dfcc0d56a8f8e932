import { isUuid, timeOrderedId } from '../../core/identifiers.ts';
import { type AppointmentProblem, mayAppoint } from '../../core/marketplace/purchases/account.ts';
import { findPerson, maxMembersByCustomers } from '../../core/subscriptions/seat-request.ts';
import { isStorable } from '../../core/values/text.ts';
import { loadHeldCounts } from '../../storage/marketplace/accounts.ts';
import {
  countMembers,
  findMember,
  findMemberOfTenant,
  findMembersNamed,
  lockTenant,
} from '../../storage/subscriptions/customers.ts';
import type { ActionContext } from '../context.ts';
import { ensureMember, setAdministrator } from '../subscriptions/customers.ts';
import type { Customer } from './account.ts';

export type Appointment =
  | { readonly outcome: 'Appointed' | 'NotAllowed' }
  | { readonly outcome: 'Refused'; readonly problem: AppointmentProblem };

/** Makes a person of the customer's tenant an administrator. An object id that is no member yet becomes one. */
export async function appointAdministrator(
  context: ActionContext,
  customer: Customer,
  person: string,
): Promise<Appointment> {
  const { workspaceId } = customer.connection;
  const { tenantId } = customer.user;
  return context.database.transaction().execute(async (database) => {
    const own = { ...context, database };
    if (!(await lockAppointments(own, customer))) return { outcome: 'NotAllowed' };
    const members = await findMembersNamed(database, workspaceId, tenantId, {
      objectIds: isUuid(person) ? [person] : [],
      emails: !isUuid(person) && isStorable(person) ? [person] : [],
    });
    const found = findPerson(person, tenantId, members);
    if (typeof found === 'string') return { outcome: 'Refused', problem: found };
    const { member, objectId } = found;
    if (member) {
      await setAdministrator(own, workspaceId, member, true);
      return { outcome: 'Appointed' };
    }
    if (objectId === '') return { outcome: 'Refused', problem: 'Unknown' };
    if ((await countMembers(database, workspaceId, tenantId)) >= maxMembersByCustomers) {
      return { outcome: 'Refused', problem: 'TooManyMembers' };
    }
    const memberId = timeOrderedId(context.now, context.randomBytes);
    const added = { memberId, tenantId, objectId, email: null, isActive: true, isAdministrator: true };
    await setAdministrator(own, workspaceId, await ensureMember(own, workspaceId, added), true);
    return { outcome: 'Appointed' };
  });
}

/**
 * Nobody removes themselves, so that somebody who appoints is left. False: nothing has changed, as they may not or there is
 * no such administrator.
 */
export async function removeAdministrator(
  context: ActionContext,
  customer: Customer,
  memberId: string,
): Promise<boolean> {
  const { workspaceId } = customer.connection;
  const { tenantId, objectId } = customer.user;
  return context.database.transaction().execute(async (database) => {
    const own = { ...context, database };
    if (!isUuid(memberId) || !(await lockAppointments(own, customer))) return false;
    const member = await findMember(database, workspaceId, memberId);
    if (!member?.isAdministrator || member.tenantId !== tenantId || member.objectId === objectId)
      return false;
    await setAdministrator(own, workspaceId, member, false);
    return true;
  });
}

/** Decides anew whether the customer may appoint, while nobody else of the tenant does. */
async function lockAppointments(
  { database }: ActionContext,
  { connection: { workspaceId }, user }: Customer,
): Promise<boolean> {
  await lockTenant(database, workspaceId, user.tenantId);
  const member = await findMemberOfTenant(database, workspaceId, user);
  return mayAppoint({ member, ...(await loadHeldCounts(database, workspaceId, user)) });
}
