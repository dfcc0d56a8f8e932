import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { changeWorkspaceSettings } from '../../../actions/workspaces/settings.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

it("new reports are on hold for the workspace's hold time, as soon as it is set", async () => {
  const workspaceId = await world.workspace();
  const dimensions = [{ id: 'posts', name: 'Posts', unit: 'post' }];
  const marketplace = [{ sourceName: 'Shop', offerId: 'forum', planId: 'basic', dimensions }];
  done(
    await addProduct(
      world.context,
      workspaceId,
      product('forum', { plans: [plan('basic', { marketplace })] }),
    ),
  );
  const client = await world.client(workspaceId);
  const tenantId = newTenant();
  const marketplaceSubscriptionId = crypto.randomUUID();
  await subscribe(world, workspaceId, {
    tenantId,
    product: 'forum',
    source: 'Marketplace',
    marketplaceSubscriptionId,
  });
  world.clock.forward(48 * 3_600_000);
  let hoursAgo = 1;
  const heldMinutes = async () => {
    const usageStartAt = new Date(world.clock.now().getTime() - ++hoursAgo * 3_600_000).toISOString();
    const answer = await world.call('/api/v1/metered-usage', {
      method: 'POST',
      headers: { ...withKey(client), 'content-type': 'application/json' },
      body: JSON.stringify({
        records: [{ tenantId, product: 'forum', dimension: 'posts', quantity: 1, usageStartAt }],
      }),
    });
    const { due_at } = await world.database
      .selectFrom('usage_reports')
      .select('due_at')
      .where('report_id', '=', answer.body.results[0].reportId)
      .executeTakeFirstOrThrow();
    return (due_at.getTime() - world.clock.now().getTime()) / 60_000;
  };
  expect(await heldMinutes()).toBe(15);
  done(await changeWorkspaceSettings(world.context, workspaceId, { usageHoldMinutes: 90 }, 'any'));
  await expect.poll(heldMinutes).toBe(90);
});
