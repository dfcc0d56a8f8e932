import type { Database } from '../../../storage/database.ts';
import { type CustomerView, listCustomerMemberViews } from '../../../storage/subscriptions/customer-views.ts';
import { listSubscriptionViews } from '../../../storage/subscriptions/subscription-views.ts';
import { listTenantMoments } from '../../../storage/subscriptions/tenant-views.ts';
import { loadUsageCustomers } from '../../../storage/usage/customers.ts';
import { listReports } from '../../../storage/usage/reports.ts';
import { summaryOf } from '../subscriptions/subscription-view.ts';
import { usageReportView } from '../usage/report-view.ts';

const rowsAtOnce = 500;

/** All data of a customer as the text of one JSON object, in batches of rows. */
export async function* exportCustomer(
  database: Database,
  workspaceId: string,
  customer: CustomerView,
  now: Date,
): AsyncGenerator<string, void> {
  const { tenantId } = customer;
  yield `{"customer":${JSON.stringify(customer)}`;
  yield* list(
    'members',
    (last?: Awaited<ReturnType<typeof listCustomerMemberViews>>[number]) =>
      listCustomerMemberViews(database, workspaceId, tenantId, { after: last?.memberId, limit: rowsAtOnce }),
    (member) => member,
  );
  const subscriptionIds: string[] = [];
  yield* list(
    'subscriptions',
    (last?: Awaited<ReturnType<typeof listSubscriptionViews>>[number]) =>
      listSubscriptionViews(database, workspaceId, {
        tenantId,
        after: last?.subscription.subscriptionId,
        limit: rowsAtOnce,
      }),
    (record) => {
      subscriptionIds.push(record.subscription.subscriptionId);
      return summaryOf(record, now);
    },
  );
  yield* list(
    'history',
    (last?: Awaited<ReturnType<typeof listTenantMoments>>[number]) =>
      listTenantMoments(database, workspaceId, tenantId, { after: last, limit: rowsAtOnce }),
    (moment) => moment,
  );
  const customers = await loadUsageCustomers(database, workspaceId, subscriptionIds);
  yield ',"usageReports":[';
  let separator = '';
  for (const subscriptionId of subscriptionIds) {
    const read = (last?: Awaited<ReturnType<typeof listReports>>[number]) =>
      listReports(database, workspaceId, { subscriptionId, after: last?.report, limit: rowsAtOnce }, now);
    for await (const reports of inBatches(read)) {
      for (const stored of reports) {
        yield `${separator}\n${JSON.stringify(usageReportView(stored, customers.get(subscriptionId), now))}`;
        separator = ',';
      }
    }
  }
  yield ']}\n';
}

async function* list<Row>(
  name: string,
  read: (last?: Row) => Promise<readonly Row[]>,
  view: (row: Row) => unknown,
): AsyncGenerator<string, void> {
  yield `,"${name}":[`;
  let separator = '';
  for await (const rows of inBatches(read)) {
    for (const row of rows) {
      yield `${separator}\n${JSON.stringify(view(row))}`;
      separator = ',';
    }
  }
  yield ']';
}

async function* inBatches<Row>(read: (last?: Row) => Promise<readonly Row[]>) {
  let last: Row | undefined;
  do {
    const rows = await read(last);
    yield rows;
    last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  } while (last !== undefined);
}
