import { expect } from 'vitest';
import { demoKeyText } from '../../../src/core/operations/unsafe-settings.ts';
import type { Demo } from '../../../src/service/start-demo.ts';
import { createDatabase, withClient } from '../database/postgres.ts';
import { startTestDemo } from '../worlds/test-demo.ts';

/** The demo's key; it seals nothing that is secret. */
export const demoKey = Buffer.from(demoKeyText).toString('base64');

export interface FilledDemo {
  readonly databaseUrl: string;
  readonly facts: Demo['facts'];
  readonly workspaceId: string;
  readonly serviceAccountKey: string;
}

/** A database with rows in every table: the demo's, and those of requests that the demo does not seed. */
export async function fillDemo(): Promise<FilledDemo> {
  let databaseUrl = '';
  const demo = await startTestDemo(async (serverUrl) => {
    databaseUrl = await createDatabase(serverUrl);
    return databaseUrl;
  });
  const { facts } = demo;
  let filled: Awaited<ReturnType<typeof addByRequests>>;
  try {
    filled = await addByRequests(facts);
    // A worker mails the notice of a rejected report.
    await expect.poll(() => countMailedNotices(databaseUrl)).toBeGreaterThan(0);
  } finally {
    await demo.stop();
  }
  await addDirectly(databaseUrl, filled.workspaceId);
  return { databaseUrl, facts, ...filled };
}

async function countMailedNotices(databaseUrl: string): Promise<number> {
  let count = 0;
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select from notices where mailed_at is not null');
    count = rows.length;
  });
  return count;
}

async function addByRequests(facts: Demo['facts']) {
  const signedIn = await fetch(facts.signInUrl, { redirect: 'manual' });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${facts.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, 'x-tessera-request': '1', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const { workspaces } = await call('/api/admin/v1/me');
  const { workspaceId } = workspaces[0];
  const inside = `/api/admin/v1/workspaces/${workspaceId}`;

  await call(`${inside}/members`, { email: 'colleague@arcadia.example', role: 'Viewer' });
  const { serviceAccountId } = await call(`${inside}/service-accounts`, {
    name: 'Comparison',
    role: 'Partner administrator',
  });
  const { key: serviceAccountKey } = await call(`${inside}/service-accounts/${serviceAccountId}/keys`, {});
  const scopes = ['entitlements:read'];
  await call(`${inside}/api-clients`, { name: 'One product', scopes, products: ['forum'] });

  const url = 'http://127.0.0.1:9/hooks';
  const { endpointId } = await call(`${inside}/webhook-endpoints`, { url, products: ['forum'] });
  for (const _ of ['second', 'third']) {
    await call(`${inside}/webhook-endpoints/${endpointId}/rotate-secret`, {});
  }
  const { items } = await call(`${inside}/webhook-deliveries?outcome=Delivered&limit=1`);
  const { endpointId: delivered, eventId } = items[0];
  await call(`${inside}/webhook-endpoints/${delivered}/deliveries/${eventId}/replay`, {});

  const [seats] = (await call(`${inside}/subscriptions?product=forum&source=Marketplace`)).items;
  await call(`${inside}/subscriptions/${seats.subscriptionId}/marketplace-requests`, {
    type: 'changeQuantity',
    quantity: 6,
  });

  const { tenantId, product, dimension } = facts.metered;
  const usageStartAt = new Date(Date.now() - 90 * 60_000).toISOString();
  const answer = await fetch(`${facts.baseUrl}/api/v1/metered-usage`, {
    method: 'POST',
    headers: { 'x-api-key': facts.apiKey, 'idempotency-key': 'first', 'content-type': 'application/json' },
    body: JSON.stringify({ records: [{ tenantId, product, dimension, quantity: 2.5, usageStartAt }] }),
  });
  if (!answer.ok) throw new Error(`Usage was refused: ${await answer.text()}`);
  return { workspaceId: workspaceId as string, serviceAccountKey: serviceAccountKey as string };
}

/** Rows of purchases in a browser, and rows that outlive a moment only when something fails. */
async function addDirectly(databaseUrl: string, workspaceId: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const bought = `from subscriptions join products using (workspace_id, product_id)
      where workspace_id = $1 and slug = 'forum' limit 1`;
    await client.query(
      `insert into subscription_buyers (workspace_id, subscription_id, role, tenant_id, recorded_at)
       select workspace_id, subscription_id, 'Beneficiary', tenant_id, now() ${bought} on conflict do nothing`,
      [workspaceId],
    );
    await client.query(
      `insert into seat_reservations (workspace_id, subscription_id, tenant_id, email, reserved_at)
       select workspace_id, subscription_id, tenant_id, 'someone@customer.example', now() ${bought}`,
      [workspaceId],
    );
    await client.query(
      `insert into mails (workspace_id, mail_id, kind, key, tenant_id, facts, recipients, queued_at)
       select workspace_id, gen_random_uuid(), 'ReservedSeat', subscription_id || ' someone@customer.example', tenant_id,
         '{"address":"someone@customer.example","givenBy":"buyer@customer.example"}', '{}', now() ${bought}`,
      [workspaceId],
    );
    await client.query(
      `insert into product_logos (workspace_id, product_id, media_type, content, changed_at)
       select workspace_id, product_id, 'image/png', '\\x89504e470d0a1a0a', now() from products
       where workspace_id = $1 and slug = 'forum'`,
      [workspaceId],
    );
    await client.query(
      `insert into marketplace_purchases (workspace_id, marketplace_subscription_id, source_name, offer_id, plan_id,
         bought_at, compared_at)
       select workspace_id, gen_random_uuid()::text, source_name, 'forum', 'team', now(), now()
       from marketplace_connections where workspace_id = $1 and kind = 'Microsoft' limit 1`,
      [workspaceId],
    );
    await client.query(
      `insert into purchase_visits (workspace_id, marketplace_subscription_id, tenant_id, object_id, username, visited_at)
       select workspace_id, marketplace_subscription_id, gen_random_uuid(), gen_random_uuid(), 'someone@elsewhere.example', now()
       from marketplace_purchases where workspace_id = $1 limit 1`,
      [workspaceId],
    );
    await client.query("insert into spent_sign_ins values (sha256('state'), now())");
    await client.query(
      `insert into usage_drifts (workspace_id, source_name, marketplace_subscription_id, dimension, day, held_quantity,
         marketplace_quantity, first_seen_at, last_seen_at)
       select workspace_id, connection.source_name, lower(marketplace_subscription_id), 'rows-moved', current_date - 1, 3, 4.5, now(), now()
       from subscriptions join marketplace_connections as connection using (workspace_id)
       where workspace_id = $1 and kind = 'Microsoft' and marketplace_subscription_id is not null limit 1`,
      [workspaceId],
    );
    await client.query(
      `insert into usage_leases (workspace_id, lease_id, source_name, holder, leased_until, report_ids)
       select workspace_id, gen_random_uuid(), source_name, gen_random_uuid(), now() - interval '1 minute', array[report_id]
       from usage_reports where workspace_id = $1 limit 1`,
      [workspaceId],
    );
    await client.query(
      `insert into usage_limits (workspace_id, tenant_id, product_id, dimension, set_by, quantity, per, action, reason, set_at, actor)
       select workspace_id, tenant_id, product_id, 'posts', 'Partner', 500, 'Month', 'Warn', 'Agreed for the first term.', now(),
         'someone@arcadia.example' ${bought}`,
      [workspaceId],
    );
    await client.query(
      `insert into usage_counters (workspace_id, subscription_id, dimension, subject, per, period_start, period_end, counter_id,
         used, reserved)
       select workspace_id, subscription_id, 'posts', '', 'Month', date_trunc('month', now()), now() + interval '1 month',
         gen_random_uuid(), 12.5, 2 ${bought}`,
      [workspaceId],
    );
    await client.query(
      `insert into usage_reservations (workspace_id, reservation_id, api_client_id, tenant_id, product_id, subscription_id,
         dimension, subject, quantity, counter_ids, granted_at, expires_at, state)
       select workspace_id, gen_random_uuid(), (select api_client_id from api_clients where workspace_id = $1 limit 1),
         tenant_id, product_id, subscription_id, 'posts', '', 2, array[gen_random_uuid()], now(), now() + interval '1 minute',
         'Held' ${bought}`,
      [workspaceId],
    );
    await client.query(
      `insert into licence_files (workspace_id, licence_file_id, tenant_id, product_id, kid, token, entitlement_version, issued_at,
         expires_at, grace_seconds, issued_by_kind, issued_by_id, issued_by_name)
       select workspace_id, gen_random_uuid(), tenant_id, product_id, (select kid from signing_keys where workspace_id = $1 limit 1),
         'header.claims.signature', 1, now(), now() + interval '1 month', 2592000, 'Member', 'someone', 'Someone' ${bought}`,
      [workspaceId],
    );
    await client.query(
      `insert into usage_files (workspace_id, usage_file_id, licence_file_id, tenant_id, product_id, seq, uploaded_at,
         uploaded_by_kind, uploaded_by_id, uploaded_by_name, outcome)
       select workspace_id, gen_random_uuid(), licence_file_id, tenant_id, product_id, 1, now(), 'Member', 'someone', 'Someone',
         '{"events":0,"done":0,"accepted":0,"duplicate":0,"carried":0,"refused":[]}'
       from licence_files where workspace_id = $1 limit 1`,
      [workspaceId],
    );
    await client.query(
      `insert into usage_unique_keys select workspace_id, hour, subscription_id, dimension, sha256('someone')
       from usage_hours where workspace_id = $1 limit 1`,
      [workspaceId],
    );
  });
}
