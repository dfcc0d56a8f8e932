import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptedService, tenant } from '../../tests/support/scripted-service.ts';
import { createTessera } from '../client.ts';
import type { Entitlement, Tessera } from '../types.ts';
import { FreshResponses } from './fresh-answers.ts';

let service: ScriptedService;
let client: Tessera;
beforeAll(async () => {
  service = await ScriptedService.start();
  const url = service.peer.url;
  const product: string = 'aqueduct';
  client = createTessera({ url, product, credential: { apiKey: 'tsk_1' }, refresh: 'poll' });
});
afterAll(async () => {
  await client.close();
  await service.close();
});
beforeEach(() => {
  service.peer.received.length = 0;
});

const secret = `whsec_${btoa('a secret with more than 24 bytes')}`;

/** Tells the client of the tenant's version. */
async function announce(tenantId: string, version: number): Promise<void> {
  const data = { tenantId, product: { slug: 'aqueduct', name: 'Aqueduct' }, version };
  const body = JSON.stringify({ type: 'entitlement.changed', timestamp: new Date().toISOString(), data });
  const at = new Date();
  const headers = {
    'webhook-id': 'evt-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('evt-1', at, body),
  };
  const request = new Request('https://application.example', { method: 'POST', headers, body });
  expect((await client.webhook(secret)(request)).status).toBe(204);
}

/** Asked so often that the answer is given without a look at the clock. */
async function askOften(tenantId: string): Promise<Entitlement> {
  const [first] = [await client.entitlement(tenantId), await client.entitlement(tenantId)];
  expect(await client.entitlement(tenantId)).toBe(first);
  return first;
}

describe('an answer that was fresh a moment ago', () => {
  it('is not given after a change was announced', async () => {
    expect((await askOften(tenant(1))).raw?.version).toBe(1);
    const version = service.change(tenant(1), { accessLevel: 'None' });
    await announce(tenant(1), version);
    expect((await client.entitlement(tenant(1))).raw).toMatchObject({ version, accessLevel: 'None' });
    expect((await askOften(tenant(1))).raw?.version).toBe(version);
  });

  it('is not given after the time at which it changes', async () => {
    const times = { evaluatedAt: '2026-11-15T09:00:00.000Z', validUntil: '2026-11-15T09:00:00.600Z' };
    service.change(tenant(2), times);
    await askOften(tenant(2));
    expect(service.batches).toHaveLength(1);
    await expect
      .poll(async () => (await client.entitlement(tenant(2))) && service.batches.length)
      .toBeGreaterThan(1);
  });

  it('is counted as soon as somebody listens', async () => {
    await askOften(tenant(3));
    const hits: string[] = [];
    const stop = client.on('hit', ({ tenantId }) => hits.push(tenantId));
    await askOften(tenant(3));
    stop();
    expect(hits).toEqual([tenant(3), tenant(3), tenant(3)]);
  });
});

it('answers are forgotten in a loop that lets no timer run', () => {
  const answers = new FreshResponses();
  answers.set('one', Promise.resolve({} as Entitlement));
  let calls = 0;
  while (answers.get('one')) calls += 1;
  expect(calls).toBe(1_048_576);
});

it('answers are not trusted where timers may be frozen', () => {
  vi.stubGlobal('setTimeout', () => 7);
  const answers = new FreshResponses();
  answers.set('one', Promise.resolve({} as Entitlement));
  vi.unstubAllGlobals();
  expect(answers.get('one')).toBeUndefined();
});
