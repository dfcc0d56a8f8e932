import { Type } from 'typebox';
import type { Database } from '../../../storage/database.ts';
import {
  listPendingPurchases,
  type PendingPurchase,
  purchaseOrder,
} from '../../../storage/marketplace/pending-purchases.ts';
import {
  customerMemberOrder,
  listCustomerMemberViews,
} from '../../../storage/subscriptions/customer-member-list.ts';
import type { CustomerMemberView, CustomerView } from '../../../storage/subscriptions/customer-views.ts';
import { listReservations } from '../../../storage/subscriptions/seat-reservations.ts';
import {
  listSubscriptionViews,
  type SubscriptionView,
  subscriptionOrder,
} from '../../../storage/subscriptions/subscription-views.ts';
import { listTenantMoments, type TenantMoment } from '../../../storage/subscriptions/tenant-views.ts';
import { listReports, reportOrder, type StoredReport } from '../../../storage/usage/reports.ts';
import { loadUsageCustomers } from '../../../storage/usage/summaries.ts';
import { Purchase, purchaseExample } from '../marketplace/purchase-view.ts';
import { jsonLines, readInBatches, rowsPerRead } from '../response.ts';
import { summaryOf } from '../subscriptions/subscription-view.ts';
import { usageReportView } from '../usage/report-view.ts';

/** All data of a customer as the text of one JSON object, in batches of rows. */
export async function* exportCustomer(
  database: Database,
  workspaceId: string,
  customer: Pick<CustomerView, 'tenantId'>,
  now: Date,
): AsyncGenerator<string, void> {
  const { tenantId } = customer;
  const limit = rowsPerRead;
  yield `{"customer":${JSON.stringify(customer)},"members":[`;
  yield* jsonLines(
    readInBatches((last: CustomerMemberView | undefined) => {
      const after = last && customerMemberOrder.placeOf(customerMemberOrder.standard, last);
      return listCustomerMemberViews(database, workspaceId, tenantId, { after, limit });
    }),
    (member) => member,
  );
  yield '],"subscriptions":[';
  const subscriptionIds: string[] = [];
  yield* jsonLines(
    readInBatches((last: SubscriptionView | undefined) => {
      const after = last && subscriptionOrder.placeOf(subscriptionOrder.standard, last);
      return listSubscriptionViews(database, workspaceId, { tenantId, after, limit });
    }),
    (record) => {
      subscriptionIds.push(record.subscription.subscriptionId);
      return summaryOf(record, now);
    },
  );
  yield '],"history":[';
  yield* jsonLines(
    readInBatches((last: TenantMoment | undefined) =>
      listTenantMoments(database, workspaceId, tenantId, { after: last, limit }),
    ),
    (moment) => moment,
  );
  yield `],"purchases":[`;
  yield* jsonLines(
    readInBatches((last: PendingPurchase | undefined) => {
      const after = last && purchaseOrder.placeOf(purchaseOrder.standard, last);
      return listPendingPurchases(database, workspaceId, { tenantId, after, limit });
    }),
    exportedPurchase,
  );
  yield `],"reservedSeats":${JSON.stringify(await listReservations(database, workspaceId, subscriptionIds))},"usageReports":[`;
  const customers = await loadUsageCustomers(database, workspaceId, subscriptionIds);
  yield* jsonLines(reportsOf(database, workspaceId, subscriptionIds, now), (stored) =>
    usageReportView(stored, { customer: customers.get(stored.report.subscriptionId) }, now),
  );
  yield ']}\n';
}

async function* reportsOf(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
  now: Date,
): AsyncGenerator<readonly StoredReport[], void> {
  for (const subscriptionId of subscriptionIds) {
    yield* readInBatches((last: StoredReport | undefined) => {
      const after = last && reportOrder.placeOf(reportOrder.standard, last);
      const question = { subscriptionId, after, limit: rowsPerRead };
      return listReports(database, workspaceId, question, now);
    });
  }
}

/** What is stored of a purchase; not its explanation, nor the link for the buyer. */
const exported = [
  'marketplaceSubscriptionId',
  'subscriptionId',
  'boughtAt',
  'buyerEmail',
  'quantity',
  'offerId',
  'planId',
  'openedAt',
  'failedAt',
  'comparedAt',
] as const;

const exportedOf = (purchase: Readonly<Record<(typeof exported)[number], unknown>>) =>
  Object.fromEntries(exported.map((member) => [member, purchase[member]]));

export const ExportedPurchase = Type.Pick(Purchase, [...exported]);

export const exportedPurchaseExample = exportedOf(purchaseExample);

const exportedPurchase = (purchase: PendingPurchase) =>
  exportedOf({ ...purchase, failedAt: purchase.failure?.at ?? null });
