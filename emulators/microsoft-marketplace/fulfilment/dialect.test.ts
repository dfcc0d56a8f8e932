import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { subscribed } from '../sample-directory.ts';
import { type FulfilmentUnderTest, startFulfilmentUnderTest } from './fulfilment-under-test.fixture.ts';

let world: FulfilmentUnderTest;
beforeAll(async () => {
  world = await startFulfilmentUnderTest({ settings: { autoAcceptMilliseconds: 600_000 } });
});
afterEach(() => world.act('dialect?reset=true'));
afterAll(() => world.stop());

const somewhere = '99999999-9999-4999-8999-999999999999';
const shown = async (id: string) => (await world.api('GET', `/${id}`)).body;

it('pads statuses, ends terms where they start, adds members', async () => {
  await world.act('dialect?status=padded&terms=start-equals-end&extraMembers=some');
  const body = await shown(subscribed);
  expect(body.saasSubscriptionStatus).toBe(' Subscribed ');
  const { startDate, endDate } = body.term as Record<string, string>;
  expect(startDate).toBe(endDate);
  expect(body).toHaveProperty('anotherMember');
});

it('writes quantities as strings, or none as an empty string', async () => {
  const seats = await world.subscribe({ preset: 'per-seat', quantity: 4 });
  const quantities = async () => [(await shown(seats)).quantity, (await shown(subscribed)).quantity];
  expect(await quantities()).toEqual([4, null]);
  await world.act('dialect?quantity=empty');
  expect(await quantities()).toEqual([4, '']);
  await world.act('dialect?quantity=text');
  expect(await quantities()).toEqual(['4', '']);
});

it('lists operations as an array, and empty lists in every form', async () => {
  const list = async () => (await world.api('GET', `/${subscribed}/operations`)).text;
  expect(await list()).toBe('{}');
  for (const [nothing, text] of [
    ['empty-list', '{"operations":[]}'],
    ['empty-body', ''],
    ['empty-array', '[]'],
  ] as const) {
    await world.act(`dialect?nothing=${nothing}`);
    expect(await list()).toBe(text);
  }
  await world.act('dialect?operations=bare');
  await world.act(`subscriptions/${subscribed}/change-plan?planId=solo`);
  expect(JSON.parse(await list())).toMatchObject([{ action: 'ChangePlan' }]);
});

it('checks and answers activations as configured', async () => {
  const { id } = await world.buy({ planId: 'team' });
  const activate = (body?: object) => world.api('POST', `/${id}/activate`, body);
  await world.act('dialect?activationPlan=required');
  expect((await activate()).status).toBe(400);
  await world.act('dialect?activationPlan=ignored&activationResponse=text');
  const text = await activate({ planId: 'another' });
  expect([text.status, text.text]).toEqual([200, 'Activation has begun.']);
  expect(text.headers.get('content-type')).toContain('text/plain');
  await world.act('dialect?activationResponse=json');
  expect((await activate()).body).toEqual({ id });
  await world.act('dialect?activatedTwice=refused');
  expect((await activate()).status).toBe(400);
});

it('answers unknown ids with 400, and lists no operations of them', async () => {
  await world.act('dialect?unknownIds=bad-request');
  expect((await world.api('GET', `/${somewhere}`)).status).toBe(400);
  expect((await world.api('GET', `/${subscribed}/operations/${somewhere}`)).status).toBe(400);
  const listed = await world.api('GET', `/${somewhere}/operations`);
  expect([listed.status, listed.text]).toEqual([200, '{}']);
});

it('names the operation in a header, and answers JSON as text', async () => {
  const id = await world.subscribe({ planId: 'team' });
  await world.act('dialect?operationIdHeader=present&contentType=text');
  const { headers } = await world.api('PATCH', `/${id}`, { planId: 'solo' });
  const operationId = headers.get('operation-id') ?? '';
  expect(headers.get('operation-location')).toContain(operationId);
  const operation = await world.api('GET', `/${id}/operations/${operationId}`);
  expect(operation.headers.get('content-type')).toContain('text/plain');
  expect(operation.headers.get('operation-id')).toBe(operationId);
});

it('accepts any status as success, and fails on the publisher’s own operations', async () => {
  const id = await world.subscribe({ planId: 'team' });
  await world.act('dialect?acknowledgement=any-status&ownOperations=failing&operationIdHeader=present');
  const { headers } = await world.api('PATCH', `/${id}`, { planId: 'solo' });
  const own = headers.get('operation-id') ?? '';
  expect((await world.api('PATCH', `/${id}/operations/${own}`, { status: 'Success' })).status).toBe(500);
  const { operation } = await world.act(`subscriptions/${id}/change-plan?planId=solo`);
  const customers = (operation as { id: string }).id;
  expect((await world.api('PATCH', `/${id}/operations/${customers}`, { status: 'Fine' })).status).toBe(200);
  expect((await shown(id)).planId).toBe('solo');
});

it('refuses unknown names and values', async () => {
  for (const command of [
    'dialect?status=odd',
    'dialect?odd=padded',
    'settings?odd=1',
    'settings?pageSize=0',
  ]) {
    expect((await world.command(command)).status).toBe(400);
  }
});
