import { expect } from 'vitest';
import type { FulfilmentWorld } from '../worlds/fulfilment-world.ts';

/** Applies notifications until all are decided; pauses pass at once. */
export async function settleNotifications(shop: FulfilmentWorld): Promise<void> {
  const isDecided = async () => {
    shop.world.clock.forward(60_000);
    await shop.applier().run();
    return (await shop.calls()).every(({ state }) => state !== 'Received');
  };
  await expect.poll(isDecided).toBe(true);
}
