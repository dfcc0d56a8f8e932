import { mayAppoint } from '../../core/marketplace/purchases/account.ts';
import { loadHeldCounts } from '../../storage/marketplace/accounts.ts';
import { loadOrganisationNames } from '../../storage/subscriptions/customer-views.ts';
import {
  findMemberOfTenant,
  findMembersNamed,
  listAdministrators,
} from '../../storage/subscriptions/customers.ts';
import type { AccountContext } from './account-context.ts';
import type { ShownSubscription } from './account-facts.ts';
import type { AccountArrival } from './account-visit.ts';

/** Enough for every customer, and a bound on what the page reads. */
const maxAdministrators = 100;

export interface ShownAdministrator {
  /** Null for a buyer who is no administrator: they manage what they have bought. */
  readonly memberId: string | null;
  /** The e-mail address, or the object id. */
  readonly name: string;
  readonly isOneself: boolean;
  /** The products that the person has bought. */
  readonly bought: readonly string[];
}

/** The organisation of the visitor's tenant. */
export interface ShownOrganisation {
  /** Null: the partner has not entered one. */
  readonly name: string | null;
  readonly tenantId: string;
  /** Null for those who manage nothing: who manages is personal data. */
  readonly administrators: readonly ShownAdministrator[] | null;
  readonly mayAppoint: boolean;
}

/** Undefined for a visitor whose tenant holds nothing, such as a reseller. */
export async function loadOrganisation(
  { database }: Pick<AccountContext, 'database'>,
  { connection: { workspaceId }, visit }: AccountArrival,
  subscriptions: readonly ShownSubscription[],
): Promise<ShownOrganisation | undefined> {
  const { tenantId } = visit.view ?? visit.user;
  const own = subscriptions.filter(({ subscription }) => subscription.tenantId === tenantId);
  if (own.length === 0) return undefined;
  const [names, appoints] = await Promise.all([
    loadOrganisationNames(database, workspaceId, [tenantId]),
    // In a view the page is that of an administrator.
    visit.view ? true : appointsAdministrators(database, workspaceId, visit.user),
  ]);
  const organisation = { name: names.get(tenantId) ?? null, tenantId, mayAppoint: appoints };
  if (!appoints && own.every(({ access }) => access !== 'Manage')) {
    return { ...organisation, administrators: null };
  }
  const bought = productsOfBuyers(own, tenantId);
  const [appointed, buyers] = await Promise.all([
    listAdministrators(database, workspaceId, tenantId, maxAdministrators),
    findMembersNamed(database, workspaceId, tenantId, { objectIds: [...bought.keys()], emails: [] }),
  ]);
  const objectId = visit.view ? null : visit.user.objectId;
  const others = [...bought.keys()].filter((id) => appointed.every((member) => member.objectId !== id));
  return {
    ...organisation,
    administrators: [
      ...appointed.map((member) => ({
        memberId: member.memberId,
        name: member.email ?? member.objectId,
        isOneself: member.objectId === objectId,
        bought: bought.get(member.objectId) ?? [],
      })),
      ...others.map((id) => ({
        memberId: null,
        name: buyers.find((member) => member.objectId === id)?.email ?? id,
        isOneself: id === objectId,
        bought: bought.get(id) ?? [],
      })),
    ],
  };
}

async function appointsAdministrators(
  database: AccountContext['database'],
  workspaceId: string,
  user: { readonly tenantId: string; readonly objectId: string },
): Promise<boolean> {
  const [member, counts] = await Promise.all([
    findMemberOfTenant(database, workspaceId, user),
    loadHeldCounts(database, workspaceId, user),
  ]);
  return mayAppoint({ member, ...counts });
}

/** The names of the products that each user of the tenant has bought, of subscriptions that have not ended. */
function productsOfBuyers(
  subscriptions: readonly ShownSubscription[],
  tenantId: string,
): ReadonlyMap<string, readonly string[]> {
  const products = new Map<string, Set<string>>();
  for (const { subscription, buyers, productName } of subscriptions) {
    if (subscription.endedAt !== null) continue;
    for (const { objectId, tenantId: ofTenant } of buyers) {
      if (objectId === null || ofTenant !== tenantId) continue;
      products.set(objectId, (products.get(objectId) ?? new Set()).add(productName));
    }
  }
  return new Map([...products].map(([objectId, names]) => [objectId, [...names]]));
}
