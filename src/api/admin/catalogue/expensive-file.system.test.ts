import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { World } from '../../../../tests/support/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

it('400: a plan that takes too long, while other requests are served', async () => {
  const types = 'WebApp,'.repeat(36_000);
  const file = `version: 1\nproducts: [{ slug: a, name: A, status: Draft, types: [${types}] }]`;
  const user = await PortalUser.join(world, await world.workspace(), 'Catalogue manager');
  let isAnswered = false;
  const posted = user.call('POST', '/catalogue/plan', { body: { file } }).finally(() => {
    isAnswered = true;
  });
  for (let answered = 0; answered < 20; answered++) {
    expect((await world.call('/health/live')).status).toBe(200);
    expect(isAnswered).toBe(false);
  }
  const answer = await posted;
  expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
  expect(answer.body.args.issues).toMatchObject([{ path: 'file', rule: 'cost' }]);
});
