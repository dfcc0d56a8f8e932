import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { World } from '../../../../tests/support/worlds/world.ts';

let world: World;
let administrator: PortalUser;
let viewer: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  administrator = await PortalUser.join(world, workspaceId, 'Partner administrator');
  viewer = await PortalUser.join(world, workspaceId, 'Viewer');
});
afterAll(() => world.close());

const path = '/me/mail-preferences';
const choiceOf = async (user: PortalUser) => {
  const { items } = (await user.callAdmin('GET', path)).body;
  return items.map((item: { customersAtRisk: boolean }) => item.customersAtRisk);
};
const choose = (user: PortalUser, memberId: string, customersAtRisk: boolean) =>
  user.callAdmin('PUT', `${path}/${memberId}`, { body: { customersAtRisk } });

it('administrators get the mail about customers at risk until they choose otherwise, others do not', async () => {
  expect([await choiceOf(administrator), await choiceOf(viewer)]).toEqual([[true], [false]]);
});

it('200: every person chooses for themselves, audited', async () => {
  expect(await choose(viewer, viewer.memberId, true)).toMatchObject({
    status: 200,
    body: { customersAtRisk: true },
  });
  expect(await administrator.lastAudit()).toMatchObject({
    action: 'member.mails_changed',
    before: { customersAtRisk: false },
    after: { customersAtRisk: true },
  });
  expect((await choose(administrator, administrator.memberId, false)).status).toBe(200);
  expect([await choiceOf(administrator), await choiceOf(viewer)]).toEqual([[false], [true]]);
});

it('404: the preferences of another person, or of nobody', async () => {
  for (const memberId of [viewer.memberId, randomUUID()]) {
    expect((await choose(administrator, memberId, false)).status).toBe(404);
  }
  expect(await choiceOf(viewer)).toEqual([true]);
});
