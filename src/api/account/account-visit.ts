import type { SignedInUser } from '../../core/workspaces/sign-in.ts';

/** The workspace whose customers the page is for, by one of its connections. */
export interface AccountConnection {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly connectionId: string;
  readonly sourceName: string;
  readonly isSuspended: boolean;
}

interface AnyVisit {
  readonly seller: string;
  /** URL of the overview. */
  readonly url: string;
}

/** A customer's user, signed in, with the links of their pages. */
export interface CustomerVisit extends AnyVisit {
  readonly view: null;
  readonly user: SignedInUser;
  readonly otherAccount: string;
  readonly signOut: string;
  /** CSRF protection of the forms. */
  readonly form: string;
}

/** A workspace member who sees the page as an administrator of the customer does, and changes nothing. */
export interface StaffVisit extends AnyVisit {
  readonly view: AccountView;
}

export interface AccountView {
  readonly tenantId: string;
  /** The organisation's name, or the tenant id. */
  readonly customer: string;
  readonly staff: string;
  /** The page of the customer in the portal. */
  readonly portalUrl: string;
}

export type AccountVisit = CustomerVisit | StaffVisit;

/** Somebody on the page of an existing connection. */
export interface AccountArrival<Visit extends AccountVisit = AccountVisit> {
  readonly connection: AccountConnection;
  readonly visit: Visit;
}

export function detailUrl({ url }: AccountVisit, subscriptionId: string): string {
  return `${url}/subscriptions/${encodeURIComponent(subscriptionId)}`;
}
