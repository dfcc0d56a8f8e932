import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { Installation } from '../../../../tests/support/worlds/installation.ts';
import { meteredProduct } from '../../../../tests/support/worlds/meter-books.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
let viewer: PortalUser;
let stranger: PortalUser;
const hour = 3_600_000;
const day = 24 * hour;

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  viewer = await PortalUser.join(world, workspaceId, 'Viewer');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
});
afterAll(() => world.close());

/** A customer with a licence file that is bound to an installation. */
async function bound() {
  const tenantId = newTenant();
  const subscriptionId = await subscribe(world, workspaceId, {
    tenantId,
    product: 'meters',
    source: 'Marketplace',
    marketplaceSubscriptionId: randomUUID(),
  });
  const installation = new Installation();
  const requestFile = installation.requestFile('meters', world.clock.now());
  const { body } = await user.call('POST', '/licence-files', {
    body: { tenantId, product: 'meters', months: 6, requestFile },
  });
  const licence = {
    jti: body.licenceFileId,
    iss: `${world.service.url}/${workspaceId}`,
    aud: 'meters',
    sub: tenantId,
  };
  return { tenantId, subscriptionId, installation, licence };
}

/** Sessions end after an hour without a request. */
async function later(milliseconds: number): Promise<void> {
  world.clock.forward(milliseconds);
  [user, viewer] = [await user.signInAgain(), await viewer.signInAgain()];
}

const upload = (file: string, by = user) => by.call('POST', '/usage-files', { body: { file } });

const at = (age: number) => new Date(world.clock.now().getTime() - age).toISOString();
const rows = (id: string, quantity: unknown, age = 0) => ({
  id,
  dimension: 'rows',
  quantity,
  occurredAt: at(age),
});

async function hoursOf(subscriptionId: string) {
  const { rows: found } = await sql<{ dimension: string; total: string; events: number }>`
    select dimension, sum(total)::text as total, sum(events)::integer as events from usage_hours
    where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId}
    group by dimension order by dimension`.execute(world.database);
  return found;
}

describe('a usage file', () => {
  it('200: counts once, with what was taken, carried, repeated and refused', async () => {
    const { tenantId, subscriptionId, installation, licence } = await bound();
    await later(3 * day);
    const events = [
      rows('e1', '2.5'),
      rows('e2', 1, 2 * day),
      rows('e1', 7),
      { id: 'e4', dimension: 'unknown', occurredAt: at(0) },
      { id: 'e5', dimension: 'peak', quantity: 3, occurredAt: at(2 * day) },
      { id: 'e6', dimension: 'calls', occurredAt: at(0) },
      { dimension: 'calls', occurredAt: at(0) },
      rows('e8', 1, 500 * day),
    ];
    const file = installation.usageFile(licence, world.clock.now(), events);
    const {
      status,
      body: { isRepeated, ...body },
    } = await upload(file);
    expect([status, isRepeated]).toEqual([200, false]);
    expect(body).toMatchObject({
      events: 8,
      accepted: 2,
      carried: 1,
      duplicate: 1,
      refused: [
        { id: 'e4', code: 'metering.unknown_dimension' },
        { id: 'e5', code: 'metering.window_already_reported' },
        { id: null, code: 'request.validation_failed', message: 'id is required' },
        { id: 'e8', code: 'metering.window_too_old' },
      ],
      refusedCount: 4,
      licenceFileId: licence.jti,
      tenantId,
      customer: tenantId,
      product: 'meters',
      seq: 1,
      uploadedBy: { kind: 'Member', id: user.memberId },
    });
    const counted = [
      { dimension: 'calls', total: '1.000000', events: 1 },
      { dimension: 'rows', total: '3.500000', events: 2 },
    ];
    expect(await hoursOf(subscriptionId)).toEqual(counted);

    await later(5 * day);
    expect((await upload(file.replaceAll('\n', '\r\n'))).body).toEqual({ ...body, isRepeated: true });
    expect(await hoursOf(subscriptionId)).toEqual(counted);
    expect((await user.call('GET', `/usage-files/${body.usageFileId}`)).body).toEqual(body);
    const listed = (await viewer.call('GET', `/usage-files?tenantId=${tenantId}&product=meters`)).body;
    const { refusedCount, ...rest } = body;
    expect(listed).toMatchObject({
      items: [{ ...rest, refused: refusedCount }],
      total: { count: 1, isExact: true },
    });
    const { items } = (await user.call('GET', `/audit-log?tenantId=${tenantId}&action=usage_file.uploaded`))
      .body;
    expect(items).toMatchObject([{ after: { usageFileId: body.usageFileId, accepted: 2, refused: 4 } }]);
  });

  it('200: an event that another file has is a duplicate', async () => {
    const { subscriptionId, installation, licence } = await bound();
    const now = world.clock.now();
    await upload(installation.usageFile(licence, now, [rows('e1', 1)]));
    const { body } = await upload(
      installation.usageFile(licence, now, [rows('e1', 1), rows('e2', 1)], { seq: 2 }),
    );
    expect(body).toMatchObject({ accepted: 1, duplicate: 1, seq: 2 });
    expect(await hoursOf(subscriptionId)).toEqual([{ dimension: 'rows', total: '2.000000', events: 2 }]);
  });

  it('422: is not another one under the id of a file that was taken', async () => {
    const { subscriptionId, installation, licence } = await bound();
    const jti = randomUUID();
    const file = (count: number) => {
      const events = Array.from({ length: count }, (_, index) => rows(`e${index}`, 1));
      return installation.usageFile(licence, world.clock.now(), events, { jti });
    };
    expect((await upload(file(1_000))).body).toMatchObject({ accepted: 1_000 });
    const longer = await upload(file(1_001));
    expect([longer.status, longer.body.code]).toEqual([422, 'usage_file.invalid']);
    const other = await bound();
    const taken = await upload(
      other.installation.usageFile(other.licence, world.clock.now(), [rows('e1', 1)], { jti }),
    );
    expect([taken.status, taken.body.code]).toEqual([422, 'usage_file.invalid']);
    expect(await hoursOf(subscriptionId)).toMatchObject([{ events: 1_000 }]);
  });

  it('200: its events are stored in batches, once, though several people upload them at a time', async () => {
    const { subscriptionId, installation, licence } = await bound();
    const events = Array.from({ length: 2_500 }, (_, index) => rows(`e${index}`, '0.5'));
    const file = installation.usageFile(licence, world.clock.now(), events);
    const answers = await Promise.all([upload(file), upload(file), upload(file)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const again = await upload(file);
    expect(again.body).toMatchObject({ accepted: 2_500, duplicate: 0, refused: [] });
    expect(await hoursOf(subscriptionId)).toEqual([
      { dimension: 'rows', total: '1250.000000', events: 2_500 },
    ]);
  });

  it('200: an upload that was interrupted goes on where it ended', async () => {
    const { subscriptionId, installation, licence } = await bound();
    const events = Array.from({ length: 2_500 }, (_, index) => rows(`e${index}`, 1));
    const file = installation.usageFile(licence, world.clock.now(), events);
    await sql`
      create function fail_third_batch() returns trigger language plpgsql as $$
      begin
        if new.outcome ->> 'done' = '2500' then raise exception 'interrupted' using errcode = '40001'; end if;
        return new;
      end $$`.execute(world.database);
    await sql`create trigger interrupt before update on usage_files for each row execute function fail_third_batch()`.execute(
      world.database,
    );
    try {
      expect((await upload(file)).status).toBe(503);
    } finally {
      await sql`drop trigger interrupt on usage_files`.execute(world.database);
      await sql`drop function fail_third_batch`.execute(world.database);
    }
    expect(await hoursOf(subscriptionId)).toMatchObject([{ events: 2_000 }]);
    await later(4 * day);
    const { body } = await upload(file);
    expect(body).toMatchObject({ accepted: 2_000, carried: 500, duplicate: 0, refused: [] });
    expect(await hoursOf(subscriptionId)).toEqual([
      { dimension: 'rows', total: '2500.000000', events: 2_500 },
    ]);
  });

  it('200: all refused events are counted, and the first thousand listed', async () => {
    const { installation, licence, tenantId } = await bound();
    const occurredAt = at(0);
    const events = Array.from({ length: 2_200 }, (_, index) =>
      index % 2 === 0 ? { id: `e${index}`, dimension: 'unknown', occurredAt } : rows(`e${index}`, 1),
    );
    const { body } = await upload(installation.usageFile(licence, world.clock.now(), events));
    expect(body).toMatchObject({ events: 2_200, accepted: 1_100, refusedCount: 1_100 });
    expect(body.refused.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => `e${2 * index}`),
    );
    const listed = (await user.call('GET', `/usage-files?tenantId=${tenantId}`)).body;
    expect(listed.items).toMatchObject([{ refused: 1_100 }]);
    const { items } = (await user.call('GET', `/audit-log?tenantId=${tenantId}&action=usage_file.uploaded`))
      .body;
    expect(items).toMatchObject([{ after: { accepted: 1_100, refused: 1_100 } }]);
  });

  it('200: usage from before a revocation is taken, later usage is refused', async () => {
    const { installation, licence } = await bound();
    await later(2 * hour);
    await user.call('POST', `/licence-files/${licence.jti}/revoke`, { body: { reason: 'Sold.' } });
    await later(hour);
    const events = [rows('e1', 1, 2 * hour), rows('e2', 1)];
    const { body } = await upload(installation.usageFile(licence, world.clock.now(), events));
    expect(body).toMatchObject({
      accepted: 1,
      refused: [{ id: 'e2', code: 'usage_file.licence_revoked' }],
    });
  });

  it('refuses what the installation of the licence file has not signed', async () => {
    const { installation, licence, tenantId } = await bound();
    const now = world.clock.now();
    const events = [rows('e1', 1)];
    const other = new Installation();
    const { body: unbound } = await user.call('POST', '/licence-files', {
      body: { tenantId, product: 'meters', months: 1 },
    });
    const whole = installation.usageFile(licence, now, events);
    for (const [file, status, code] of [
      ['text', 422, 'usage_file.invalid'],
      [installation.requestFile('meters', now), 422, 'usage_file.invalid'],
      [whole.replace(/\w/g, 'A'), 422, 'usage_file.invalid'],
      [
        installation.usageFile({ ...licence, jti: randomUUID() }, now, events),
        404,
        'usage_file.licence_unknown',
      ],
      [
        installation.usageFile({ ...licence, jti: unbound.licenceFileId }, now, events),
        409,
        'usage_file.not_bound',
      ],
      [other.usageFile(licence, now, events), 409, 'usage_file.wrong_installation'],
      [installation.usageFile({ ...licence, sub: newTenant() }, now, events), 422, 'usage_file.invalid'],
      [installation.usageFile({ ...licence, aud: 'forum' }, now, events), 422, 'usage_file.invalid'],
      [
        installation.usageFile({ ...licence, iss: 'https://x.example' }, now, events),
        422,
        'usage_file.invalid',
      ],
      [installation.usageFile(licence, now, []), 422, 'usage_file.invalid'],
      [
        installation.usageFile(
          licence,
          now,
          Array.from({ length: 10_001 }, () => 1),
        ),
        422,
        'usage_file.invalid',
      ],
    ] as const) {
      const refused = await upload(file);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
    }
    // A valid file with the key id of the installation and the signature of another.
    const signature = other.usageFile(licence, now, events).trimEnd().split('.').at(-1) ?? '';
    const forged = whole.replace(whole.split('.').at(-1) ?? '', signature);
    expect((await upload(forged)).body.code).toBe('usage_file.wrong_installation');
  });

  it('403 and 404: belongs to its workspace and the role Subscription support', async () => {
    const { installation, licence } = await bound();
    stranger = await stranger.signInAgain();
    const file = installation.usageFile(licence, world.clock.now(), [rows('e1', 1)]);
    expect((await upload(file, viewer)).status).toBe(403);
    expect((await upload(file, stranger)).body.code).toBe('usage_file.licence_unknown');
    const { usageFileId } = (await upload(file)).body;
    expect((await stranger.call('GET', `/usage-files/${usageFileId}`)).body.code).toBe(
      'usage_file.not_found',
    );
    expect((await stranger.call('GET', '/usage-files')).body.items).toEqual([]);
  });

  it('409: a licence file takes a thousand; one of them may be sent again', async () => {
    const { installation, licence } = await bound();
    const file = (seq: number) =>
      installation.usageFile(licence, world.clock.now(), [rows(`e${seq}`, 1)], { seq });
    const first = file(1);
    const { usageFileId } = (await upload(first)).body;
    await sql`
      insert into usage_files (workspace_id, usage_file_id, licence_file_id, tenant_id, product_id, seq, uploaded_at,
        uploaded_by_kind, uploaded_by_id, uploaded_by_name, outcome)
      select workspace_id, gen_random_uuid(), licence_file_id, tenant_id, product_id, seq, uploaded_at,
        uploaded_by_kind, uploaded_by_id, uploaded_by_name, outcome
      from usage_files cross join generate_series(1, 998)
      where workspace_id = ${workspaceId} and usage_file_id = ${usageFileId}`.execute(world.database);
    expect((await upload(file(2))).status).toBe(200);
    expect((await upload(file(3))).body).toMatchObject({
      code: 'usage_file.too_many',
      args: { limit: 1_000 },
    });
    expect((await upload(first)).body).toMatchObject({ isRepeated: true });
  });

  it('413: is 4 MiB at most', async () => {
    expect((await upload('A'.repeat(5 * 1024 * 1024))).status).toBe(413);
  });
});
