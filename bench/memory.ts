import { collectedHeap } from './collected-heap.ts';
import type { BenchRequest } from './deck.ts';
import { byKey, eligibilities, reads } from './questions.ts';
import { sendAll } from './send-all.ts';
import type { Stage } from './stage.ts';
import type { BenchTenant } from './tenants.ts';

/** Compiles the code and caches the callers, which shall not count. */
const warmUpTenants = 2_000;
/** Below the limits of the caches, so that nothing is evicted. */
const steps = [10_000, 20_000, 40_000];

/** The heap that cached tenants take, and then their cached users: what remains after garbage collection. */
export async function measureMemory(stage: Stage, print: (text: string) => void): Promise<void> {
  const { url, pid } = stage.service;
  const grow = async (
    name: string,
    requestsFor: (tenants: readonly BenchTenant[]) => readonly BenchRequest[],
  ) => {
    await sendAll(url, requestsFor(stage.tenants.slice(0, warmUpTenants)));
    const before = await collectedHeap(pid);
    for (const step of steps.filter((tenants) => warmUpTenants + tenants <= stage.tenants.length)) {
      await sendAll(url, requestsFor(stage.tenants.slice(warmUpTenants, warmUpTenants + step)));
      const heap = await collectedHeap(pid);
      const each = (heap - before) / step;
      print(`${step} ${name}: ${(heap / 1_048_576).toFixed(0)} MB of heap, ${each.toFixed(0)} bytes each\n`);
    }
  };
  await grow('cached tenants', (tenants) => reads(stage, tenants, byKey));
  await grow('cached users of these', (tenants) => eligibilities(stage, tenants));
}
