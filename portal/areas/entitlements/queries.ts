import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.ts';
import { exactTime } from '../../parts/format/time.ts';
import { isUuid } from '../../parts/uuid.ts';
import { customersKey } from '../subscriptions/customers/queries.ts';

export type Entitlement = Schemas['Entitlement'];
export type Eligibility = Schemas['UserEligibility'];

/** The API's explanation of an entitlement. */
export interface EntitlementExplanation {
  readonly decidedBy: string | null;
  readonly subscriptions: readonly {
    readonly subscriptionId: string;
    readonly plan: string;
    readonly source: string;
    readonly status: Entitlement['status'];
    readonly isInForce: boolean;
    readonly words: string;
  }[];
  readonly capabilities: Readonly<Record<string, readonly string[]>>;
  readonly limits: Readonly<Record<string, readonly string[]>>;
}

/** The API's explanation of an eligibility: the plans in evaluation order. */
export interface EligibilityExplanation {
  readonly words: string;
  readonly whatToDo: string | null;
  readonly decidedBy: string | null;
  readonly plans: readonly {
    readonly plan: string;
    readonly licenceModel: string;
    readonly reason: string;
    readonly isEligible: boolean;
    readonly words: string;
  }[];
}

interface EntitlementQuestion {
  readonly tenantId: string;
  readonly product: string;
  readonly asOf: string | undefined;
}

/** The entitlement without its explanation. */
export function entitlementQuery(workspaceId: string, { tenantId, product, asOf }: EntitlementQuestion) {
  return queryOptions({
    queryKey: [...customersKey(workspaceId), tenantId, 'entitlement', product, asOf],
    queryFn: async () => {
      const { explanation, ...answer } = await dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/entitlements', {
          params: { path: { workspaceId, tenantId }, query: { product, asOf } },
        }),
      );
      return { answer, explanation: explanation as unknown as EntitlementExplanation };
    },
    placeholderData: keepPreviousData,
  });
}

export interface EligibilityQuestion {
  readonly tenantId: string;
  readonly product: string;
  readonly plan: string | undefined;
  /** An e-mail address or an object id. */
  readonly user: string;
}

export function eligibilityQuery(workspaceId: string, question: EligibilityQuestion) {
  const { tenantId, product, plan, user } = question;
  const query = { product, plan, ...(isUuid(user) ? { userObjectId: user } : { email: user }) };
  return queryOptions({
    queryKey: [...customersKey(workspaceId), tenantId, 'eligibility', query],
    queryFn: async () => {
      const { explanation, ...answer } = await dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/eligibility', {
          params: { path: { workspaceId, tenantId }, query },
        }),
      );
      return { answer, explanation: explanation as unknown as EligibilityExplanation };
    },
    // Each check is a new one: seats and licences may have changed.
    gcTime: 0,
    retry: false,
  });
}

/** Formats timestamps for people. */
export const forPeople = (text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => exactTime(instant));
