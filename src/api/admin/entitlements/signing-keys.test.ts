import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { World } from '../../../../tests/support/worlds/world.ts';

let world: World;
let user: PortalUser;
let stranger: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  user = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
});
afterAll(() => world.close());

const published = async () => {
  const { body } = await world.call(`/.well-known/tessera/${user.workspaceId}/jwks.json`);
  return body.keys.map(({ kid }: { kid: string }) => kid);
};

it('signing keys are listed, rotated and withdrawn; private keys are never shown', async () => {
  expect((await user.call('GET', '/signing-keys')).body).toEqual({ items: [] });
  const first = await user.call('POST', '/signing-keys/rotate');
  expect([first.status, first.body]).toMatchObject([201, { state: 'Active', listedUntil: null }]);
  world.clock.forward(1_000);
  const second = await user.call('POST', '/signing-keys/rotate');
  await expect.poll(published).toEqual([second.body.kid, first.body.kid]);
  const { items } = (await user.call('GET', '/signing-keys')).body;
  expect(items).toMatchObject([
    { kid: second.body.kid, state: 'Active', licenceFiles: 0 },
    { kid: first.body.kid, state: 'Replaced', replacedAt: second.body.madeAt },
  ]);
  expect(await user.lastAudit()).toMatchObject({
    action: 'signing_key.rotated',
    before: { kid: first.body.kid },
    after: { kid: second.body.kid },
  });

  world.clock.forward(1_000);
  const path = `/signing-keys/${second.body.kid}/withdraw`;
  const withdrawn = await user.call('POST', path, { body: { reason: ' A backup was stolen ' } });
  expect([withdrawn.status, withdrawn.body]).toMatchObject([
    200,
    { kid: second.body.kid, state: 'Withdrawn', withdrawReason: 'A backup was stolen' },
  ]);
  expect(withdrawn.body.consequence).toContain('not published any more');
  await expect.poll(async () => (await published()).includes(second.body.kid)).toBe(false);
  expect((await published()).length).toBe(2);
  expect(await user.lastAudit()).toMatchObject({
    action: 'signing_key.withdrawn',
    after: { kid: second.body.kid, reason: 'A backup was stolen' },
  });
  const again = await user.call('POST', path, { body: { reason: 'again' } });
  expect([again.status, again.body.code]).toEqual([409, 'signing_key.already_withdrawn']);
  const theirs = await stranger.call('POST', path, { body: { reason: 'theirs' } });
  expect([theirs.status, theirs.body.code]).toEqual([404, 'resource.not_found']);
});

it.each([{}, { reason: '' }, { reason: ' ' }])('400: %j', async (body) => {
  const { kid } = (await user.call('POST', '/signing-keys/rotate')).body;
  expect((await user.call('POST', `/signing-keys/${kid}/withdraw`, { body })).status).toBe(400);
});
