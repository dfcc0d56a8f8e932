import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { meteredProduct } from '../../../../tests/support/worlds/meter-books.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

const path = '/api/v1/usage-reservations';

let world: World;
let client: TestClient;
let tenantId: string;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
  await sql`update meter_dimensions set limit_quantity = 20, limit_per = 'Day', limit_action = 'Deny'
    where workspace_id = ${workspaceId} and dimension_id = 'rows'`.execute(world.database);
  client = await world.client(workspaceId);
});
afterAll(() => world.close());
beforeEach(async () => {
  tenantId = newTenant();
  await subscribe(world, client.workspaceId, {
    tenantId,
    product: 'meters',
    source: 'Marketplace',
    marketplaceSubscriptionId: randomUUID(),
  });
});

const call = (method: string, url: string, body?: unknown, caller = client) =>
  world.call(url, {
    method,
    headers: { ...withKey(caller), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const reserve = (members: object = {}) =>
  call('POST', path, { tenantId, product: 'meters', dimension: 'rows', quantity: 5, ...members });

describe('a reservation', () => {
  it('201: is granted with what remains, 409 at the limit with who set it', async () => {
    const granted = await reserve();
    expect(granted).toMatchObject({ status: 201, body: { remaining: 15 } });
    expect(Object.keys(granted.body).sort()).toEqual(['expiresAt', 'remaining', 'reservationId', 'resetsAt']);
    expect(await reserve({ quantity: 16 })).toMatchObject({
      status: 409,
      body: {
        code: 'metering.limit_reached',
        args: { limit: 20, used: 0, reserved: 5, remaining: 15, setBy: 'Plan' },
      },
    });
  });

  it('200: is committed, and again; 204: is released, and again', async () => {
    const { reservationId } = (await reserve()).body;
    const commit = (body?: object) => call('POST', `${path}/${reservationId}/commit`, body);
    expect(await commit({ quantity: 6 })).toMatchObject({
      status: 409,
      body: { code: 'metering.reservation_exceeded' },
    });
    const committed = { status: 200, body: { reservationId, state: 'Committed', quantity: 3 } };
    expect(await commit({ quantity: 3 })).toMatchObject(committed);
    expect(await commit()).toMatchObject(committed);
    expect(await call('DELETE', `${path}/${reservationId}`)).toMatchObject({
      status: 409,
      body: { code: 'metering.reservation_committed' },
    });
    const another = (await reserve()).body.reservationId;
    expect(await call('DELETE', `${path}/${another}`)).toMatchObject({ status: 204 });
    expect(await call('DELETE', `${path}/${another}`)).toMatchObject({ status: 204 });
    expect(await call('POST', `${path}/${another}/commit`)).toMatchObject({
      status: 409,
      body: { code: 'metering.reservation_released' },
    });
  });

  it('409: lapsed, and what it held can be reserved; 422: a commit below zero', async () => {
    const { reservationId } = (await reserve({ quantity: 20, ttlSeconds: 1 })).body;
    const commit = (body?: object) => call('POST', `${path}/${reservationId}/commit`, body);
    expect(await commit({ quantity: -1 })).toMatchObject({
      status: 422,
      body: { code: 'metering.quantity_negative' },
    });
    expect(await reserve({ quantity: 1 })).toMatchObject({ status: 409 });
    world.clock.forward(1_000);
    expect(await commit()).toMatchObject({ status: 409, body: { code: 'metering.reservation_lapsed' } });
    expect(await reserve({ quantity: 20 })).toMatchObject({ status: 201, body: { remaining: 0 } });
  });

  it('403: without the scope, or of a product that the client may not use', async () => {
    const asked = { tenantId, product: 'meters', dimension: 'rows', quantity: 1 };
    const reader = await world.client(client.workspaceId, { scopes: ['entitlements:read'] });
    for (const [method, url, body] of [
      ['POST', path, asked],
      ['POST', `${path}/${randomUUID()}/commit`, {}],
      ['DELETE', `${path}/${randomUUID()}`, undefined],
    ] as const) {
      expect(await call(method, url, body, reader)).toMatchObject({
        status: 403,
        body: { code: 'api_client.scope_not_allowed' },
      });
    }
    done(await addProduct(world.context, client.workspaceId, meteredProduct('others')));
    const other = await world.client(client.workspaceId, { products: ['others'] });
    expect(await call('POST', path, asked, other)).toMatchObject({
      status: 403,
      body: { code: 'api_client.product_not_allowed' },
    });
  });

  it('409: a dimension that is fed by records', async () => {
    expect(await reserve({ dimension: 'posts' })).toMatchObject({
      status: 409,
      body: { code: 'metering.fed_by_records' },
    });
  });

  it('200: events beyond the limit are stored, and listed', async () => {
    const events = [15, 5, 1].map((quantity, index) => ({
      id: `${tenantId} ${index}`,
      tenantId,
      product: 'meters',
      dimension: 'rows',
      quantity,
      occurredAt: world.clock.now().toISOString(),
    }));
    expect(await call('POST', '/api/v1/usage-events', { events })).toMatchObject({
      status: 200,
      body: { accepted: 3, exceptions: [{ index: 2, outcome: 'OverLimit', hour: null, error: null }] },
    });
    expect(await reserve({ quantity: 1 })).toMatchObject({
      status: 409,
      body: { code: 'metering.limit_reached', args: { limit: 20, used: 21, remaining: 0 } },
    });
  });

  it.each([
    [{ quantity: 0 }, 422, 'metering.quantity_zero'],
    [{ quantity: -1 }, 422, 'metering.quantity_negative'],
    [{ quantity: 21 }, 422, 'metering.quantity_over_limit'],
    [{ quantity: 'x' }, 400, 'request.validation_failed'],
    [{ dimension: 'unknown' }, 422, 'metering.unknown_dimension'],
    [{ dimension: 'peak' }, 422, 'metering.not_reservable'],
    [{ dimension: 'calls', quantity: 0.5 }, 422, 'metering.quantity_not_whole'],
    [{ subject: 'x'.repeat(10_000) }, 422, 'metering.subject_invalid'],
    [{ ttlSeconds: 86_401 }, 422, 'metering.ttl_out_of_range'],
    [{ tenantId: randomUUID() }, 404, 'metering.subscription_not_found'],
  ])('%j: %d %s', async (members, status, code) => {
    expect(await reserve(members)).toMatchObject({ status, body: { code } });
  });

  it('404: of another client or workspace, 400: no id', async () => {
    const { reservationId } = (await reserve()).body;
    const others = [await world.client(client.workspaceId), await world.client(await world.workspace())];
    for (const other of others) {
      for (const [method, url] of [
        ['POST', `${path}/${reservationId}/commit`],
        ['DELETE', `${path}/${reservationId}`],
      ] as const) {
        expect(await call(method, url, undefined, other)).toMatchObject({
          status: 404,
          body: { code: 'metering.reservation_not_found' },
        });
      }
    }
    expect((await call('POST', `${path}/none/commit`)).status).toBe(400);
    expect((await call('DELETE', `${path}/none`)).status).toBe(400);
  });

  it('is shown in the usage of the tenant', async () => {
    const usage = async () => {
      const { body } = await call('GET', `/api/v1/entitlements/${tenantId}/usage?product=meters`);
      return body.dimensions.find(({ dimension }: { dimension: string }) => dimension === 'rows');
    };
    expect(await usage()).toMatchObject({
      limit: 20,
      limitUsed: 0,
      reserved: 0,
      limitRemaining: 20,
      setBy: 'Plan',
    });
    const { reservationId } = (await reserve()).body;
    await expect.poll(usage).toMatchObject({ limitUsed: 0, reserved: 5, limitRemaining: 15 });
    await call('POST', `${path}/${reservationId}/commit`, { quantity: 2 });
    await expect.poll(usage).toMatchObject({ used: 2, limitUsed: 2, reserved: 0, limitRemaining: 18 });
  });
});
