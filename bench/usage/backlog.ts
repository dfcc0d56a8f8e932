import pg from 'pg';
import { meterAt } from './meters.ts';
import type { Shop } from './shop.ts';

/** Inserts reports for the meters from this index on, due in so many seconds. */
export async function addReports(
  shop: Shop,
  first: number,
  count: number,
  dueInSeconds: number,
): Promise<void> {
  const { channel } = shop;
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  try {
    const meters = Array.from({ length: count }, (_, index) => meterAt(first + index));
    await client.query(
      `insert into usage_reports (workspace_id, hour, subscription_id, dimension, report_id, source_name,
         marketplace_subscription_id, marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, kind)
       select $1, hour, tenant_id, dimension, gen_random_uuid(), 'Shop', ${channel.resourceSql}, $5, 12.5, 'Pending',
         now() - interval '20 minutes', now() + $6 * interval '1 second', 0, $7
       from unnest($2::timestamptz[], $3::uuid[], $4::text[]) as meter (hour, tenant_id, dimension)`,
      [
        shop.workspaceId,
        meters.map(({ hour }) => hour),
        meters.map(({ tenantId }) => tenantId),
        meters.map(({ dimension }) => dimension),
        channel.planId,
        dueInSeconds,
        channel.kind,
      ],
    );
    // Vacuums: dead rows of earlier rounds would slow down the next ones.
    await client.query('vacuum (analyze) usage_reports');
  } finally {
    await client.end();
  }
}

/** Reports that were decided long ago, spread over the previous year. */
export async function addOldReports(shop: Shop, count: number): Promise<void> {
  await addRows(
    shop,
    'usage_reports',
    `insert into usage_reports (workspace_id, hour, subscription_id, dimension, report_id, source_name,
       marketplace_subscription_id, marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, decided_at)
     select $1::uuid, date_trunc('hour', now()) - (2 + number / 1200) * interval '1 day', md5(number::text)::uuid,
       'dimension-' || number % 40, gen_random_uuid(), 'Shop', md5(number::text), 'basic', 12.5, 'Accepted',
       now() - interval '2 days', now() - interval '2 days', 1, now() - interval '2 days'
     from generate_series(1, $2::integer) as number`,
    count,
  );
}

/** Half of them of yesterday, where each new event is looked for. In the order of the index, which is many times faster. */
export async function addOldEvents(shop: Shop, count: number): Promise<void> {
  await addRows(
    shop,
    'usage_events',
    `insert into usage_events (workspace_id, received_on, source, event_id, subscription_id, dimension, hour, is_carried,
       occurred_at, quantity, unique_key, received_at)
     select $1::uuid, current_date - 1 - number % 2, 'old', event_id, md5((number % 1000)::text)::uuid, 'rows',
       date_trunc('hour', now()) - interval '30 hours', false, now() - interval '30 hours', 1, null, now()
     from (
       select number, gen_random_uuid()::text as event_id from generate_series(1, $2::integer) as number order by 2
     ) as old_event`,
    count,
  );
}

/** Through a connection of its own, because the statements of the service's pool have a time limit. */
async function addRows(shop: Shop, table: string, insert: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  try {
    await client.query(insert, [shop.workspaceId, count]);
    await client.query(`vacuum (freeze, analyze) ${table}`);
  } finally {
    await client.end();
  }
}
