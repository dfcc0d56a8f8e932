import { createTessera, type Tessera } from '../../sdk/src/index.ts';
import { moveSubscription } from '../../src/actions/subscriptions/move-subscription.ts';
import { accepted } from '../accepted.ts';
import type { SdkStage } from './stage.ts';

const clients = 200;
const changes = 60;
const maxMilliseconds = 1_000;
const patience = 30_000;

/** The time from before a change is made until each of 200 clients, half of them on either node, has its new version. */
export async function benchChangeDelay(stage: SdkStage, print: (text: string) => void): Promise<void> {
  const { nodes, apiKeys, product, holdings } = stage;
  const changed = holdings.slice(0, 10);
  const all: Tessera[] = [];
  for (let number = 0; number < clients; number++) {
    const url = nodes[number % nodes.length]?.url ?? '';
    const apiKey = apiKeys[Math.floor(number / nodes.length) % apiKeys.length] ?? '';
    all.push(createTessera({ url, product, credential: { apiKey }, timeout: '10s' }));
  }
  try {
    await Promise.all(
      all.map(async (tessera) => {
        const connected = new Promise((resolve) => tessera.on('connected', resolve));
        await Promise.all(changed.map(({ tenantId }) => tessera.entitlement(tenantId)));
        await connected;
      }),
    );
    const delays: number[] = [];
    for (let number = 0; number < changes; number++) {
      const { tenantId, subscriptionId } = changed[number % changed.length] ?? {
        tenantId: '',
        subscriptionId: '',
      };
      const start = performance.now();
      const seen = Promise.all(all.map((tessera) => nextChange(tessera, tenantId, start)));
      const move = { type: 'changeQuantity', quantity: 26 + number } as const;
      accepted(
        await moveSubscription(stage.context(), stage.workspaceId, subscriptionId, move, { actor: 'bench' }),
      );
      delays.push(...(await seen));
    }
    delays.sort((one, other) => one - other);
    const [p50, p99, max] = [0.5, 0.99, 1].map(
      (share) => delays[Math.ceil(delays.length * share) - 1] ?? Number.NaN,
    );
    print(
      `a change seen by ${clients} streaming clients on ${nodes.length} nodes: p50 ${p50?.toFixed(0)} ms, ` +
        `p99 ${p99?.toFixed(0)} ms, max ${max?.toFixed(0)} ms, bar p99 ${maxMilliseconds} ms` +
        `${(p99 ?? Number.NaN) <= maxMilliseconds ? '' : ' missed'}\n`,
    );
  } finally {
    await Promise.all(all.map((tessera) => tessera.close()));
  }
}

/** Milliseconds from `start` until the client has another version of the tenant's entitlement. */
function nextChange(tessera: Tessera, tenantId: string, start: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A client did not see the change')), patience);
    const stop = tessera.on('changed', (event) => {
      if (event.tenantId !== tenantId) return;
      clearTimeout(timer);
      stop();
      resolve(performance.now() - start);
    });
  });
}
