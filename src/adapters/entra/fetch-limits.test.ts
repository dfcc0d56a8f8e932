import { afterEach, expect, it } from 'vitest';
import type { Exchange } from '../outgoing/exchange.ts';
import { createNotificationVerifier } from './notification-verifier.ts';
import { createTokenVerifier } from './token-verifier.ts';

const apiAppId = '0d9e8f7a-6b5c-4d3e-8f1a-2b3c4d5e6f70';
const marketplace = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';
const clock = { now: () => new Date('2026-11-15T09:00:00.000Z') };
const measurements = { cacheRead() {}, rateLimitFallback() {} };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Providers that respond with "unknown tenant" when the test says so. */
function silentProviders() {
  const requested = new Map<string, number>();
  let waiting: (() => void)[] = [];
  const exchange: Exchange = async ({ address }) => {
    const { origin } = new URL(address);
    requested.set(origin, (requested.get(origin) ?? 0) + 1);
    await new Promise<void>((answer) => waiting.push(answer));
    return { status: 400, text: JSON.stringify({ error: 'invalid_tenant' }), header: () => null };
  };
  return {
    exchange,
    requested,
    inFlight: () => waiting.length,
    total: () => [...requested.values()].reduce((sum, count) => sum + count, 0),
    answer() {
      const answering = waiting;
      waiting = [];
      for (const one of answering) one();
    },
  };
}

const tenantOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Unsigned: that is found out only with the keys. */
const token = (tid: string, azp: string) =>
  `${encode({ alg: 'RS256', kid: 'one' })}.${encode({ ver: '2.0', tid, azp })}.AAAA`;
it('400 tokens of invented tenants cause 8 concurrent fetches; 64 wait, the rest are refused', async () => {
  const providers = silentProviders();
  const verifier = createTokenVerifier({
    authUrl: 'https://login.example',
    apiAppId,
    exchange: providers.exchange,
    clock,
    measurements,
  });
  stops.push(() => verifier.stop());
  const settled: string[] = [];
  const verify = (index: number) =>
    verifier.verify(token(tenantOf(index), apiAppId)).then(({ outcome }) => {
      settled.push(outcome);
      return outcome;
    });
  const outcomes = Array.from({ length: 400 }, (_, index) => verify(index));
  await expect.poll(() => settled.length).toBe(400 - 8 - 64);
  expect(new Set(settled)).toEqual(new Set(['unavailable']));
  expect(providers.total()).toBe(8);

  // A full queue is not cached for the tenant.
  while (settled.length < 400) {
    expect(providers.inFlight()).toBeLessThanOrEqual(8);
    providers.answer();
    await new Promise(setImmediate);
  }
  expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'invalid')).toHaveLength(72);
  const again = verify(399);
  await expect.poll(providers.inFlight).toBe(1);
  providers.answer();
  expect(await again).toBe('invalid');
});

it('one tenant has one fetch per version in flight, however many callers wait', async () => {
  const providers = silentProviders();
  const verifier = createTokenVerifier({
    authUrl: 'https://login.example',
    apiAppId,
    exchange: providers.exchange,
    clock,
    measurements,
  });
  stops.push(() => verifier.stop());
  const outcomes = Array.from({ length: 100 }, () => verifier.verify(token(tenantOf(1), apiAppId)));
  await expect.poll(providers.inFlight).toBe(1);
  providers.answer();
  expect(new Set((await Promise.all(outcomes)).map(({ outcome }) => outcome))).toEqual(new Set(['invalid']));
  expect(providers.total()).toBe(1);
});

it('the providers of marketplace connections have 32 fetches in total, and 8 each', async () => {
  const providers = silentProviders();
  const verifier = createNotificationVerifier({ exchange: providers.exchange, clock, measurements });
  stops.push(() => verifier.stop());
  const calls = Array.from({ length: 200 }, (_, index) => {
    const tenantId = tenantOf(index);
    const authUrl = `https://login-${index % 10}.example`;
    return verifier.verify(token(tenantId, marketplace), { authUrl, tenantId, clientId: apiAppId });
  });
  await expect.poll(providers.inFlight).toBe(32);
  expect(Math.max(...providers.requested.values())).toBeLessThanOrEqual(8);
  const ended = Promise.all(calls);
  let isOver = false;
  ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    expect(providers.inFlight()).toBeLessThanOrEqual(32);
    providers.answer();
    await new Promise(setImmediate);
  }
  const outcomes = (await ended).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['invalid']));
});
