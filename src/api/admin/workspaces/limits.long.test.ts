import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { type TestResponse, World } from '../../../../tests/support/worlds/world.ts';
import type { PartnerPlan } from '../../../core/workspaces/limits.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(() => enter('Starter'));

async function enter(plan: PartnerPlan): Promise<void> {
  workspaceId = await world.workspace(plan);
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
}

const post = (path: string, body: object = {}) => user.call('POST', path, { body });
const addEndpoint = (url = 'https://partner.example/hooks') => post('/webhook-endpoints', { url });
const register = () => post('/api-clients', { name: 'Billing', scopes: ['catalogue:read'], products: null });
const registered = async () => `/api-clients/${(await register()).body.apiClientId}`;
const invite = () => post('/members', { email: `${randomUUID()}@partner.example`, role: 'Viewer' });
const connect = () =>
  post('/marketplace-connections', {
    sourceName: `Shop ${randomUUID()}`,
    tenantId: randomUUID(),
    clientId: randomUUID(),
    credential: { kind: 'secret', clientSecret: 'hush-hush' },
  });

/** Adds items one by one; returns the last successful response. */
async function addAll(count: number, add: () => Promise<TestResponse>): Promise<TestResponse> {
  let last = await add();
  expect(last.status).toBe(201);
  for (let index = 1; index < count; index++) {
    last = await add();
    expect(last.status).toBe(201);
  }
  return last;
}

function expectLimit(answer: TestResponse, kind: string, limit: number, plan: PartnerPlan = 'Starter'): void {
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({
    code: 'workspace.limit_reached',
    title: 'The workspace has reached a limit of its plan',
    detail: expect.stringContaining(`The ${plan} plan allows ${limit} ${kind}. `),
    args: { kind, limit, plan },
  });
}

async function expectNothingWritten(refused: () => Promise<TestResponse>): Promise<TestResponse> {
  const entries = await user.auditCount();
  const answer = await refused();
  expect(await user.auditCount()).toBe(entries);
  return answer;
}

describe('the limit of a workspace', () => {
  it('of webhook endpoints counts disabled ones, not removed ones', async () => {
    const { endpointId } = (await addAll(5, addEndpoint)).body;
    const endpoint = `/webhook-endpoints/${endpointId}`;
    expect((await user.call('POST', `${endpoint}/disable`)).status).toBe(200);
    expectLimit(await expectNothingWritten(addEndpoint), 'webhook endpoints', 5);
    expect((await user.call('DELETE', endpoint)).status).toBe(204);
    await addAll(1, addEndpoint);
  });

  it('of API clients is higher on a larger plan', async () => {
    await addAll(5, register);
    expectLimit(await expectNothingWritten(register), 'API clients', 5);
    await world.database
      .updateTable('workspaces')
      .set({ partner_plan: 'Growth' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await addAll(15, register);
    expectLimit(await register(), 'API clients', 20, 'Growth');
  });

  it('of API keys is per client, without revoked and expired ones', async () => {
    const client = await registered();
    const issue = () => post(`${client}/api-keys`);
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    await addAll(1, () => post(`${client}/api-keys`, { expiresAt }));
    const { keyId } = (await addAll(9, issue)).body;
    expectLimit(await expectNothingWritten(issue), 'API keys per client', 10);
    await addAll(1, async () => post(`${await registered()}/api-keys`));

    expect((await user.call('POST', `/api-keys/${keyId}/revoke`)).status).toBe(200);
    await addAll(1, issue);
    expectLimit(await issue(), 'API keys per client', 10);
    world.clock.forward(60_000);
    await addAll(1, issue);
    expectLimit(await issue(), 'API keys per client', 10);
  });

  it('of API keys counts both keys during a rotation', async () => {
    const client = await registered();
    const { keyId } = (await addAll(10, () => post(`${client}/api-keys`))).body;
    const rotate = (overlapHours: number) => post(`/api-keys/${keyId}/rotate`, { overlapHours });
    expectLimit(await expectNothingWritten(() => rotate(24)), 'API keys per client', 10);
    await addAll(1, () => rotate(0));
    expectLimit(await post(`${client}/api-keys`), 'API keys per client', 10);
  });

  it('of application credentials is per client', async () => {
    const client = await registered();
    const add = (path = client) =>
      post(`${path}/application-credentials`, { applicationId: randomUUID(), tenantId: randomUUID() });
    const { credentialId } = (await addAll(10, add)).body;
    expectLimit(await expectNothingWritten(add), 'application credentials per client', 10);
    await addAll(1, async () => add(await registered()));
    expect((await user.call('DELETE', `/application-credentials/${credentialId}`)).status).toBe(204);
    await addAll(1, add);
  });

  it('of marketplace connections is enforced', async () => {
    const { connectionId } = (await addAll(2, connect)).body;
    expectLimit(await expectNothingWritten(connect), 'marketplace connections', 2);
    expect((await user.call('DELETE', `/marketplace-connections/${connectionId}`)).status).toBe(204);
    await addAll(1, connect);
  });

  it('of members counts invitations', async () => {
    const { memberId } = (await addAll(9, invite)).body;
    expectLimit(await expectNothingWritten(invite), 'members and invitations', 10);
    expect((await post(`/members/${memberId}/invitation`)).status).toBe(200);
    expect((await user.call('DELETE', `/members/${memberId}`)).status).toBe(204);
    await addAll(1, invite);
  });

  it('is enforced under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => addEndpoint()));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(5);
    for (const answer of answers.filter((one) => !taken.includes(one))) {
      expectLimit(answer, 'webhook endpoints', 5);
    }
    expect((await user.call('GET', '/webhook-endpoints')).body.items).toHaveLength(5);
  });

  it('does not affect existing items above it', async () => {
    await enter('Growth');
    const { endpointId } = (await addAll(8, addEndpoint)).body;
    await world.database
      .updateTable('workspaces')
      .set({ partner_plan: 'Starter' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expectLimit(await addEndpoint(), 'webhook endpoints', 5);
    const path = `/webhook-endpoints/${endpointId}`;
    const headers = { 'if-match': '*' };
    const body = { url: 'https://other.example/hooks' };
    expect((await user.call('PATCH', path, { headers, body })).status).toBe(200);
    expect((await user.call('POST', `${path}/disable`)).status).toBe(200);
    expect((await user.call('POST', `${path}/enable`)).status).toBe(200);
  });
});

describe('the limit of endpoints per host', () => {
  it('applies to a new endpoint and to one that moves to the host', async () => {
    await enter('Scale');
    const { endpointId: within } = (await addAll(20, addEndpoint)).body;
    const kind = 'webhook endpoints per host';
    const sameHost = () => addEndpoint('https://PARTNER.example:8443/other');
    expectLimit(await expectNothingWritten(sameHost), kind, 20, 'Scale');

    const { endpointId } = (await addAll(1, () => addEndpoint('https://other.example/hooks'))).body;
    const move = (id: string, url: string) =>
      user.call('PATCH', `/webhook-endpoints/${id}`, { headers: { 'if-match': '*' }, body: { url } });
    const intoTheFull = () => move(endpointId, 'https://partner.example/moved');
    expectLimit(await expectNothingWritten(intoTheFull), kind, 20, 'Scale');
    expect((await move(within, 'https://partner.example/moved')).status).toBe(200);
    expect((await move(within, 'https://other.example/moved')).status).toBe(200);
    expect((await intoTheFull()).status).toBe(200);
  });

  it('is enforced under concurrency', async () => {
    await enter('Scale');
    await addAll(18, addEndpoint);
    const elsewhere: string[] = [];
    for (let index = 0; index < 6; index++) {
      elsewhere.push((await addEndpoint(`https://other-${index}.example/`)).body.endpointId);
    }
    const body = { url: 'https://partner.example/moved' };
    const headers = { 'if-match': '*' };
    const moved = await Promise.all(
      elsewhere.map((id) => user.call('PATCH', `/webhook-endpoints/${id}`, { headers, body })),
    );
    expect(moved.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  });
});
