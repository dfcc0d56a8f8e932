import { createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { API, CLIENT, FABRIKAM, NORTHWIND, OLDER_API } from '../../../emulators/entra/sample-directory.ts';
import {
  startVerifierUnderTest,
  type VerifierUnderTest,
} from '../../../tests/support/peers/verifier-under-test.ts';
import { createSlots } from '../outgoing/slots.ts';
import type { FetchedKeySet } from './fetch-key-set.ts';
import { createKeySets } from './key-sets.ts';
import type { SigningKey } from './signing-key.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let world: VerifierUnderTest;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  world = await startVerifierUnderTest();
});
afterEach(async () => {
  await world.stop();
  vi.useRealTimers();
});

let serial = 0;
/** An uncached token. */
function freshToken(claims = world.newerClaims(), header?: Record<string, unknown>): Promise<string> {
  serial += 1;
  return world.emulator.sign({ ...claims, uti: `token ${serial}` }, header ? { header } : {});
}
const outcomeOf = async (token: string | Promise<string>) => (await world.verify(await token)).outcome;

/** One fetch of a key set is two requests: the document and the keys. */
const fetches = () => world.providerRequests() / 2;

describe('keys', () => {
  it('are fetched once for many tokens, also concurrent ones', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => freshToken()));
    const outcomes = await Promise.all(tokens.map(outcomeOf));
    expect(new Set(outcomes)).toEqual(new Set(['verified']));
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(fetches()).toBe(1);
    expect(world.cacheReads.get('signing-keys miss')).toBe(10);
    expect(world.cacheReads.get('signing-keys hit')).toBe(1);
  });

  it('are fetched per tenant and version', async () => {
    await outcomeOf(freshToken());
    await outcomeOf(freshToken(world.newerClaims(FABRIKAM)));
    await world.another(OLDER_API).verify(await freshToken(world.olderClaims()));
    expect(Object.fromEntries(world.emulator.requests)).toEqual({
      [`/${NORTHWIND}/v2.0/.well-known/openid-configuration`]: 1,
      [`/${NORTHWIND}/discovery/v2.0/keys`]: 1,
      [`/${FABRIKAM}/v2.0/.well-known/openid-configuration`]: 1,
      [`/${FABRIKAM}/discovery/v2.0/keys`]: 1,
      [`/${NORTHWIND}/.well-known/openid-configuration`]: 1,
      [`/${NORTHWIND}/discovery/keys`]: 1,
    });
  });

  it('are fetched again after a day', async () => {
    await outcomeOf(freshToken());
    world.advance(24 * hour - 1);
    await outcomeOf(freshToken());
    expect(fetches()).toBe(1);
    world.advance(1);
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(fetches()).toBe(2);
  });
});

describe('a rotated key', () => {
  it('is fetched once for all concurrent callers', async () => {
    await outcomeOf(freshToken());
    await world.emulator.rotateKeys();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => freshToken()));
    expect(new Set(await Promise.all(tokens.map(outcomeOf)))).toEqual(new Set(['verified']));
    expect(fetches()).toBe(2);
  });

  it('is fetched at most once in five minutes', async () => {
    await outcomeOf(freshToken());
    await world.emulator.rotateKeys();
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(fetches()).toBe(2);

    await world.emulator.rotateKeys();
    world.advance(5 * minute - 1);
    expect(await outcomeOf(freshToken())).toBe('invalid');
    expect(await outcomeOf(freshToken(world.newerClaims(), { kid: 'made up' }))).toBe('invalid');
    expect(fetches()).toBe(2);

    world.advance(1);
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(fetches()).toBe(3);
  });

  it('is not fetched again right after the first fetch, which does not count', async () => {
    expect(await outcomeOf(freshToken(world.newerClaims(), { kid: 'made up' }))).toBe('invalid');
    expect(fetches()).toBe(1);
    await world.emulator.rotateKeys();
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(fetches()).toBe(2);
  });

  it("of one tenant does not count against another's limit", async () => {
    await outcomeOf(freshToken());
    await outcomeOf(freshToken(world.newerClaims(FABRIKAM)));
    await world.emulator.rotateKeys();
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(await outcomeOf(freshToken(world.newerClaims(FABRIKAM)))).toBe('verified');
  });

  it('is found in both versions by one fetch', async () => {
    const appId = API;
    await outcomeOf(freshToken());
    world.emulator.registerApi({ appId, tokenVersion: 1, tenantIds: 'all' });
    expect(await outcomeOf(freshToken())).toBe('verified');
    await world.emulator.rotateKeys();
    expect(await outcomeOf(freshToken())).toBe('verified');
    world.emulator.registerApi({ appId, tokenVersion: 2, tenantIds: 'all' });
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(fetches()).toBe(4);
  });

  it('invalidates cached tokens of a withdrawn key', async () => {
    const token = await freshToken();
    expect(await outcomeOf(token)).toBe('verified');
    await world.emulator.rotateKeys();
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(await outcomeOf(token)).toBe('verified');

    await world.emulator.rotateKeys({ withdraw: true });
    world.advance(5 * minute);
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(await outcomeOf(token)).toBe('invalid');
  });
});

describe('while the provider is down', () => {
  it.each(['unavailable', 'throttled', 'reset'] as const)(
    '(%s) a tenant without cached keys is unavailable',
    async (kind) => {
      world.emulator.setFault({ kind });
      expect(await outcomeOf(freshToken())).toBe('unavailable');
    },
  );

  it('cached keys are used at any age', async () => {
    await outcomeOf(freshToken());
    world.emulator.setFault({ kind: 'unavailable' });
    world.advance(23 * hour);
    expect(await outcomeOf(freshToken())).toBe('verified');
    world.advance(30 * 24 * hour);
    expect(await outcomeOf(freshToken())).toBe('verified');
    expect(await outcomeOf(freshToken(world.newerClaims(), { kid: 'made up' }))).toBe('invalid');
  });

  it('it is called every five seconds, not for every token', async () => {
    world.emulator.setFault({ kind: 'unavailable' });
    await outcomeOf(freshToken());
    await outcomeOf(freshToken());
    expect(world.providerRequests()).toBe(1);
    world.advance(5 * second);
    await outcomeOf(freshToken());
    expect(world.providerRequests()).toBe(2);
  });

  it('and back again, tokens are verified', async () => {
    world.emulator.setFault({ kind: 'reset' });
    expect(await outcomeOf(freshToken())).toBe('unavailable');
    world.emulator.clearFaults();
    world.advance(5 * second);
    expect(await outcomeOf(freshToken())).toBe('verified');
  });
});

describe('an unknown tenant', () => {
  it('is invalid, and cached for five minutes', async () => {
    const tid = 'aaaaaaaa-0000-4000-8000-000000000001';
    const claims = () => ({ ...world.newerClaims(), tid, iss: `${world.emulator.url}/${tid}/v2.0` });
    expect(await outcomeOf(freshToken(claims()))).toBe('invalid');
    world.emulator.registerTenant({ id: tid });
    world.advance(5 * minute - 1);
    expect(await outcomeOf(freshToken(claims()))).toBe('invalid');
    expect(world.providerRequests()).toBe(1);
    world.advance(1);
    expect(await outcomeOf(freshToken(claims()))).toBe('verified');
    expect(await world.verify(await freshToken(claims()))).toMatchObject({
      token: { tenantId: tid, applicationId: CLIENT },
    });
  });
});

describe('background refresh', () => {
  it('fetches used keys every hour', async () => {
    const token = await freshToken({ ...world.newerClaims(), exp: world.now().getTime() / 1000 + 48 * 3600 });
    await outcomeOf(token);
    await outcomeOf(freshToken(world.newerClaims(FABRIKAM)));
    world.advance(hour - 1);
    await vi.advanceTimersByTimeAsync(minute);
    expect(fetches()).toBe(2);

    world.advance(1);
    await vi.advanceTimersByTimeAsync(minute);
    await expect.poll(fetches).toBe(4);

    // Only the first tenant stays in use, by a cached token.
    world.advance(23 * hour);
    expect(await outcomeOf(token)).toBe('verified');
    // The refresh before it may have read its responses only now: its keys are an hour old later.
    const refreshed = async () => {
      world.advance(10 * minute);
      await vi.advanceTimersByTimeAsync(minute);
      return world.emulator.requests.get(`/${NORTHWIND}/discovery/v2.0/keys`);
    };
    await expect.poll(refreshed).toBe(3);
    expect(world.emulator.requests.get(`/${FABRIKAM}/discovery/v2.0/keys`)).toBe(2);
  });

  it('notices a withdrawn key', async () => {
    const token = await freshToken({ ...world.newerClaims(), exp: world.now().getTime() / 1000 + 48 * 3600 });
    expect(await outcomeOf(token)).toBe('verified');
    await world.emulator.rotateKeys({ withdraw: true });
    expect(await outcomeOf(token)).toBe('verified');
    world.advance(hour);
    await vi.advanceTimersByTimeAsync(minute);
    await expect.poll(() => outcomeOf(token)).toBe('invalid');
  });

  it('ends when stopped', async () => {
    await outcomeOf(freshToken());
    world.stopVerifiers();
    world.advance(hour);
    await vi.advanceTimersByTimeAsync(minute);
    expect(fetches()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('evicted keys', () => {
  const publicKey = createPublicKey(inject('rsaKeys')[0].certificate);
  const fetched = (): FetchedKeySet => {
    const key: SigningKey = { publicKey, algorithm: undefined, isWithdrawn: false };
    return { outcome: 'fetched', issuer: 'https://login.example', keys: new Map([['one', key]]) };
  };
  const createSets = (answers: Record<string, FetchedKeySet[]>) => {
    const measurements = { cacheRead() {}, rateLimitFallback() {} };
    const fetchKeySet = async (tenantId: string) =>
      answers[tenantId]?.shift() ?? ({ outcome: 'unreachable' } as const);
    const slots = createSlots({ running: 1, waiting: 1 });
    return createKeySets({ fetchKeySet, slots, clock: world, measurements, tenantLimit: 1 });
  };
  const keyOf = async (sets: ReturnType<typeof createSets>, tenantId: string) => {
    const lookup = await sets.find(tenantId, '2.0', 'one');
    return lookup.outcome === 'found' ? lookup.key : lookup.outcome;
  };

  it('of a full cache are withdrawn', async () => {
    const sets = createSets({ one: [fetched()], two: [fetched()] });
    const key = await keyOf(sets, 'one');
    expect(key).toMatchObject({ isWithdrawn: false });
    expect(await keyOf(sets, 'two')).toMatchObject({ isWithdrawn: false });
    expect(key).toMatchObject({ isWithdrawn: true });
  });

  it('of an unknown tenant are withdrawn', async () => {
    const sets = createSets({ one: [fetched(), { outcome: 'unknown-tenant' }] });
    const key = await keyOf(sets, 'one');
    world.advance(hour);
    await sets.refreshDue();
    expect(key).toMatchObject({ isWithdrawn: true });
    expect(await keyOf(sets, 'one')).toBe('unknown-tenant');
  });

  it('are not evicted by unknown tenants', async () => {
    const sets = createSets({ one: [fetched()], two: [{ outcome: 'unknown-tenant' }] });
    const key = await keyOf(sets, 'one');
    expect(await keyOf(sets, 'two')).toBe('unknown-tenant');
    expect(await keyOf(sets, 'three')).toBe('unreachable');
    expect(await keyOf(sets, 'one')).toBe(key);
  });

  it('remain the same after a refresh that still has them, and after a failed one', async () => {
    const sets = createSets({ one: [fetched(), fetched(), { outcome: 'unreachable' }] });
    const key = await keyOf(sets, 'one');
    for (let round = 0; round < 2; round += 1) {
      world.advance(hour);
      await sets.refreshDue();
      expect(await keyOf(sets, 'one')).toBe(key);
      expect(key).toMatchObject({ isWithdrawn: false });
    }
  });
});
