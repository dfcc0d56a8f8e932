import { sql } from 'kysely';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { type CustomerMemberView, isPerson, memberColumns, type PersonFilter } from './customer-views.ts';

/** Members without an e-mail address are the first by it. */
export const customerMemberOrder = new ListOrder({
  id: [{ column: sql`member.member_id`, type: 'uuid', of: ({ memberId }: CustomerMemberView) => memberId }],
  idKey: 'createdAt',
  columns: {
    email: { column: sql`coalesce(member.email, '')`, type: 'text', of: ({ email }) => email ?? '' },
  },
  standard: '-createdAt',
});

interface MemberPage extends PersonFilter, SortedPage<(typeof customerMemberOrder.sorts)[number]> {}

/** A page of a tenant's members, newest first unless another order is asked for. */
export async function listCustomerMemberViews(
  database: Database,
  workspaceId: string,
  tenantId: string,
  { search, ...page }: MemberPage,
): Promise<readonly CustomerMemberView[]> {
  const members = database
    .selectFrom('members as member')
    .select(memberColumns)
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where(isPerson({ search }));
  return customerMemberOrder.pageOf(members, page);
}

export function loadCustomerMemberTotal(
  database: Database,
  workspaceId: string,
  tenantId: string,
  filter: PersonFilter,
): Promise<Total> {
  return loadTotal(
    database,
    sql`select from members as member
      where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and ${isPerson(filter)}`,
  );
}
