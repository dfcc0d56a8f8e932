import pg from 'pg';

/** The customer with many members, the longest history of reports, and a subscription with a seat for each member. */
export const largeCustomer = {
  members: 5_000,
  reports: 20_000,
} as const;
/** The numbers of rows beside the tenants' own. */
export const rowCounts = {
  reports: 200_000,
  auditEntries: 100_000,
  events: 20_000,
  auditEntriesOfPerson: 1_000,
};

/** Adds reports, audit entries, organisations and webhook deliveries to a workspace full of tenants, in bulk. */
export async function addRows(databaseUrl: string, endpointId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const settings = { ...rowCounts, members: largeCustomer.members, customerReports: largeCustomer.reports };
    for (const [name, count] of Object.entries(settings)) {
      await client.query('select set_config($1, $2, false)', [`bench.${name}`, String(count)]);
    }
    await client.query("select set_config('bench.endpoint', $1, false)", [endpointId]);
    for (const statement of statements) await client.query(statement);
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await client.end();
  }
}

const count = (name: string) => `current_setting('bench.${name}')::integer`;
const numbers = (name: string) => `generate_series(1, ${count(name)}) as number`;
/** A time-ordered id, like the service's. */
const timeOrdered = (instant: string, name: string) => `(
  lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${name}), 1, 3)
  || '8' || substr(md5(${name}), 4, 15))::uuid`;
/** Spread over the last twenty days. */
const past = (name: string) => `(now() - number * (interval '20 days' / ${count(name)}))`;
const reportColumns = `workspace_id, hour, subscription_id, dimension, report_id, source_name,
  marketplace_subscription_id, marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, decided_at`;
const reportValues = `'Shop', subscription_id::text, 'team', 12.5, 'Accepted', hour + interval '1 hour',
  hour + interval '75 minutes', 1, hour + interval '80 minutes'`;
const largeTenant = '(select * from tenants order by tenant_id limit 1)';

const statements = [
  `insert into organisations (workspace_id, organisation_id, name, created_at)
   select workspace_id, tenant_id, 'Customer ' || left(tenant_id::text, 8), created_at from tenants`,
  'update tenants set organisation_id = tenant_id',
  `insert into usage_reports (${reportColumns})
   select workspace_id, hour, subscription_id, dimension, gen_random_uuid(), ${reportValues}
   from (
     select workspace_id, subscription_id, 'rows-moved' as dimension,
       date_trunc('hour', now()) - (2 + number) * interval '1 hour' as hour
     from generate_series(0, ${count('reports')} / (select count(*) from subscriptions)) as number
     cross join subscriptions
     limit ${count('reports')}
   ) as report`,
  `insert into usage_reports (${reportColumns})
   select workspace_id, hour, subscription_id, dimension, gen_random_uuid(), ${reportValues}
   from (
     select subscription.*, date_trunc('hour', now()) - (2 + number / 40) * interval '1 hour' as hour,
       'dimension-' || number % 40 as dimension
     from ${numbers('customerReports')} cross join (select * from subscriptions order by tenant_id, subscription_id limit 1) as subscription
   ) as report`,
  `insert into audit_entries (workspace_id, entry_id, recorded_at, actor_kind, actor_id, actor_name, address, action,
     subject_kind, subject_id, before, after)
   select workspace_id, ${timeOrdered(past('auditEntries'), "'audit ' || number")}, ${past('auditEntries')},
     'Member', 'bench', 'ada@partner.example', '127.0.0.1', 'plan.changed', 'Plan', 'ledger/team',
     jsonb_build_object('name', 'Plan ' || number, 'capabilities', jsonb_build_object('exports', false)),
     jsonb_build_object('name', 'Plan ' || number + 1, 'capabilities', jsonb_build_object('exports', true))
   from ${numbers('auditEntries')} cross join workspaces`,
  `insert into members (workspace_id, member_id, tenant_id, object_id, email, active, created_at)
   select workspace_id, md5('another ' || number)::uuid, tenant_id, md5('object ' || number)::uuid,
     'person-' || number || '@large.example', true, created_at
   from ${numbers('members')} cross join ${largeTenant} as tenant`,
  `update subscriptions set quantity = ${count('members')} + 25
   where tenant_id = (select min(tenant_id::text)::uuid from tenants)`,
  `insert into audit_entries (workspace_id, entry_id, recorded_at, actor_kind, actor_id, actor_name, address, action,
     subject_kind, subject_id, before, after)
   select member.workspace_id, ${timeOrdered(past('auditEntriesOfPerson'), "'person ' || number")},
     ${past('auditEntriesOfPerson')}, 'Member', 'bench', 'ada@partner.example', '127.0.0.1',
     'customer_member.saved', 'CustomerMember', member_id::text, jsonb_build_object('email', member.email),
     jsonb_build_object('email', member.email)
   from ${numbers('auditEntriesOfPerson')}
   cross join (select * from members where member_id = md5('another 1')::uuid) as member`,
  `insert into events (workspace_id, event_id, type, occurred_at, data)
   select workspace_id, ${timeOrdered(past('events'), "'event ' || number")}, 'seat.assigned', ${past('events')},
     jsonb_build_object('tenantId', tenant_id, 'product', 'ledger')
   from ${numbers('events')} cross join ${largeTenant} as tenant`,
  `insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, due_at, attempts, decided_at)
   select workspace_id, current_setting('bench.endpoint')::uuid, event_id, 'Delivered', occurred_at, 1, occurred_at
   from events`,
];
