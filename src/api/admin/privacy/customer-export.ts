import { Type } from 'typebox';
import { erasedAccount } from '../../../core/marketplace/licences/licence-address.ts';
import type { Licence } from '../../../core/marketplace/licences/licence-subscription.ts';
import type { Database } from '../../../storage/database.ts';
import { licenceFileOrder, listLicenceFiles } from '../../../storage/entitlements/signed/licence-files.ts';
import { listLicencesOfTenant } from '../../../storage/marketplace/licences.ts';
import {
  listPendingPurchases,
  type PendingPurchase,
  purchaseOrder,
} from '../../../storage/marketplace/pending-purchases.ts';
import {
  customerMemberOrder,
  listCustomerMemberViews,
} from '../../../storage/subscriptions/customer-member-list.ts';
import { type CustomerView, loadOrganisationNames } from '../../../storage/subscriptions/customer-views.ts';
import { listReservations } from '../../../storage/subscriptions/seat-reservations.ts';
import {
  listSubscriptionViews,
  subscriptionOrder,
} from '../../../storage/subscriptions/subscription-views.ts';
import { listTenantMoments, type TenantMoment } from '../../../storage/subscriptions/tenant-views.ts';
import { listReports, reportOrder } from '../../../storage/usage/report-list.ts';
import type { StoredReport } from '../../../storage/usage/reports.ts';
import { loadUsageCustomers } from '../../../storage/usage/summaries.ts';
import { licenceFileView } from '../entitlements/licence-file-view.ts';
import { Purchase, purchaseExample } from '../marketplace/purchase-view.ts';
import { jsonLines, readInBatches, rowsPerRead } from '../response.ts';
import { described, instant, nullable } from '../schemas.ts';
import { readSortedBatches } from '../sorted-list.ts';
import { summaryOf } from '../subscriptions/subscription-view.ts';
import { usageReportView } from '../usage/report-view.ts';
import { exportUsage } from './usage-export.ts';

/** All data of a customer as the text of one JSON object, in batches of rows. */
export async function* exportCustomer(
  database: Database,
  workspaceId: string,
  customer: Pick<CustomerView, 'tenantId'>,
  now: Date,
): AsyncGenerator<string, void> {
  const { tenantId } = customer;
  yield `{"customer":${JSON.stringify(customer)},"members":[`;
  yield* jsonLines(
    readSortedBatches(customerMemberOrder, (page) =>
      listCustomerMemberViews(database, workspaceId, tenantId, page),
    ),
    (member) => member,
  );
  yield '],"subscriptions":[';
  const subscriptionIds: string[] = [];
  yield* jsonLines(
    readSortedBatches(subscriptionOrder, (page) =>
      listSubscriptionViews(database, workspaceId, { tenantId, ...page }),
    ),
    (record) => {
      subscriptionIds.push(record.subscription.subscriptionId);
      return summaryOf(record, now);
    },
  );
  yield '],"history":[';
  yield* jsonLines(
    readInBatches((last: TenantMoment | undefined) =>
      listTenantMoments(database, workspaceId, tenantId, { after: last, limit: rowsPerRead }),
    ),
    (moment) => moment,
  );
  yield `],"purchases":[`;
  yield* jsonLines(
    readSortedBatches(purchaseOrder, (page) =>
      listPendingPurchases(database, workspaceId, { tenantId, ...page }),
    ),
    exportedPurchase,
  );
  const licences = await listLicencesOfTenant(database, workspaceId, tenantId);
  const reservedSeats = await listReservations(database, workspaceId, subscriptionIds);
  const usage = await exportUsage(database, { workspaceId, tenantId, subjects: 'all' });
  const parts = { licences: licences.map(exportedLicence), reservedSeats, ...usage };
  yield `],${JSON.stringify(parts).slice(1, -1)},"licenceFiles":[`;
  const name = (await loadOrganisationNames(database, workspaceId, [tenantId])).get(tenantId) ?? tenantId;
  yield* jsonLines(
    readSortedBatches(licenceFileOrder, (page) =>
      listLicenceFiles(database, workspaceId, { tenantId, ...page }),
    ),
    (file) => licenceFileView(file, name, now),
  );
  yield '],"usageReports":[';
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
    yield* readSortedBatches(reportOrder, (page) =>
      listReports(database, workspaceId, { subscriptionId, ...page }, now),
    );
  }
}

/** What is stored of a purchase at a marketplace that sells licences. */
export const ExportedLicence = Type.Object({
  marketplaceSubscriptionId: Type.String({ description: 'The ARN of the licence.' }),
  sourceName: Type.String(),
  offerId: Type.String({ description: 'The product code.' }),
  account: described(nullable.text, "The number of the buyer's account; null: erased."),
  agreementId: nullable.text,
  isFreeTrial: Type.Boolean(),
  seenAt: instant,
  activeAt: nullable.instant,
  endedAt: nullable.instant,
});

export const exportedLicenceExample = {
  marketplaceSubscriptionId:
    'arn:aws:license-manager::294406891311:license:l-9d01d15f86334a8894365cd7350556ff',
  sourceName: 'Cloud shop',
  offerId: '3kq0yt5x7m2w8e9r4u1i6o0pa',
  account: '424242424242',
  agreementId: 'agmt-5k2j8d0s9f7g1h3l',
  isFreeTrial: false,
  seenAt: '2026-11-15T09:00:00.000Z',
  activeAt: '2026-11-15T09:01:00.000Z',
  endedAt: null,
};

function exportedLicence({ licence, sourceName, productCode, account, agreementId, ...rest }: Licence) {
  const { isFreeTrial, seenAt, activeAt, endedAt } = rest;
  return {
    marketplaceSubscriptionId: licence,
    sourceName,
    offerId: productCode,
    account: account === erasedAccount ? null : account,
    agreementId,
    isFreeTrial,
    seenAt,
    activeAt,
    endedAt,
  };
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
