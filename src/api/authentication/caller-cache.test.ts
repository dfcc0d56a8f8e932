import { beforeEach, describe, expect, it } from 'vitest';
import type { VerifiedToken } from '../../core/clients/ports.ts';
import { type AcceptedCaller, CallerCache } from './caller-cache.ts';
import { limitsOf } from './rate-limit.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const minute = 60_000;
const day = 24 * 60 * minute;

const tail = 'the last 32 characters are these';
const text = `tsk_one_${tail}`;

let isLive: boolean;
let reads: string[];
let known: CallerCache;
beforeEach(() => {
  isLive = true;
  reads = [];
  known = new CallerCache(
    { isLive: () => isLive },
    { cacheRead: (cache, outcome) => reads.push(`${cache} ${outcome}`), rateLimitFallback: () => {} },
  );
});

function accepted(rest: Partial<AcceptedCaller> = {}, apiClientId = 'client'): AcceptedCaller {
  const client = {
    workspaceId: 'workspace',
    apiClientId,
    name: 'Client',
    scopes: [],
    products: 'all',
    rateLimitPerMinute: 60,
    workspaceRateLimitPerMinute: 24_000,
  } as const;
  return {
    caller: { client, token: null },
    limits: limitsOf(client),
    expiresAt: null,
    allowedNetworks: null,
    use: { kind: 'api-key', id: 'key', workspaceId: 'workspace' },
    ...rest,
  };
}

function acceptedToken(expiresAt: Date): AcceptedCaller {
  const token: VerifiedToken = {
    applicationId: 'application',
    tenantId: 'tenant',
    roles: [],
    isDelegated: false,
    objectId: null,
    expiresAt,
  };
  const { caller } = accepted();
  return accepted({
    caller: { ...caller, token },
    expiresAt,
    allowedNetworks: null,
    use: { kind: 'application', id: 'credential', workspaceId: 'workspace' },
  });
}

const key = (of: string) => ({ kind: 'api-key', value: of, text: of }) as const;
const isAccepted = (result: AcceptedCaller | 'refused'): result is AcceptedCaller => result !== 'refused';
const learn = (
  result: AcceptedCaller | 'refused' | Promise<AcceptedCaller | 'refused'> = accepted(),
  learnt = text,
) => known.resolve<'refused'>(key(learnt), now, async () => result, isAccepted);

describe('the caller cache', () => {
  it('hits after the first accepted request', async () => {
    expect(known.find(key(text), now)).toBeUndefined();
    expect(await learn()).toEqual(accepted());
    expect(known.find(key(text), now)).toMatchObject(accepted());
    expect(reads).toEqual(['caller miss', 'caller hit']);
  });

  it('tells whether a caller may read entitlements', async () => {
    await learn();
    expect(known.find(key(text), now)?.mayUseFastPath).toBe(false);
    const { caller } = accepted();
    const client = { ...caller.client, scopes: ['entitlements:read'] } as const;
    await learn(accepted({ caller: { client, token: null } }));
    expect(known.find(key(text), now)?.mayUseFastPath).toBe(true);
  });

  it('holds a bounded number of callers', async () => {
    for (let number = 0; number <= 10_000; number += 1) {
      await learn(accepted(), `number ${String(number).padStart(12, '0')}`);
    }
    expect(known.find(key('number 000000000000'), now)).toBeUndefined();
    expect(known.find(key('number 000000000001'), now)).toBeDefined();
    expect(known.find(key('number 000000010000'), now)).toBeDefined();
  });

  it("hits only for the header of the credential's kind", async () => {
    await learn();
    expect(known.find({ kind: 'token', value: text }, now)).toBeUndefined();
    expect(known.find(key(text), now)).toBeDefined();
  });

  it('coalesces concurrent look-ups, and never caches a refusal', async () => {
    let lookUps = 0;
    const come = (result: AcceptedCaller | 'refused') =>
      known.resolve<'refused'>(
        key(text),
        now,
        async () => {
          lookUps += 1;
          return result;
        },
        isAccepted,
      );
    const many = (result: AcceptedCaller | 'refused') =>
      Promise.all(Array.from({ length: 10 }, () => come(result)));
    expect(await many('refused')).toEqual(Array(10).fill('refused'));
    expect(lookUps).toBe(10);
    lookUps = 0;
    expect(await many(accepted())).toEqual(Array(10).fill(accepted()));
    expect(lookUps).toBe(1);
  });

  it('does not cache a refused caller', async () => {
    expect(await learn('refused')).toBe('refused');
    expect(known.find(key(text), now)).toBeUndefined();
  });

  it('compares the whole credential, not only its tail', async () => {
    await learn();
    expect(tail).toHaveLength(32);
    expect(known.find(key(`tsk_two_${tail}`), now)).toBeUndefined();
    expect(known.find(key(tail), now)).toBeUndefined();
    expect(known.find(key(`${text} `), now)).toBeUndefined();
    expect(known.find(key(text), now)).toBeDefined();
  });

  it('separates credentials with the same tail', async () => {
    await learn(accepted({}, 'first'), `one ${tail}`);
    await learn(accepted({}, 'second'), `two ${tail}`);
    expect(known.find(key(`two ${tail}`), now)?.caller.client.apiClientId).toBe('second');
    expect(known.find(key(`one ${tail}`), now)).toBeUndefined();
  });
});

describe('expiry of cached callers', () => {
  it('evicts a key at its expiry, to the millisecond', async () => {
    await learn(accepted({ expiresAt: after(day) }));
    expect(known.find(key(text), after(day - 1))).toBeDefined();
    expect(known.find(key(text), after(day))).toBeUndefined();
  });

  it('never evicts a key without expiry', async () => {
    await learn();
    expect(known.find(key(text), after(10_000 * day))).toBeDefined();
  });

  it('revalidates a token after five minutes, or at its expiry if that is sooner', async () => {
    await learn(acceptedToken(after(60 * minute)));
    expect(known.find(key(text), after(5 * minute - 1))).toBeDefined();
    expect(known.find(key(text), after(5 * minute))).toBeUndefined();

    await learn(acceptedToken(after(minute)));
    expect(known.find(key(text), after(minute - 1))).toBeDefined();
    expect(known.find(key(text), after(minute))).toBeUndefined();
  });
});

describe('a change', () => {
  it('of the client evicts all of its credentials, and no others', async () => {
    await learn(accepted({}, 'client'), `key one ${tail}`);
    await learn(accepted({}, 'client'), 'key two, which ends in another way altogether');
    await learn(accepted({}, 'another'), 'key three, which belongs to somebody else');
    known.changed({ kind: 'client', apiClientId: 'client' });
    expect(known.find(key(`key one ${tail}`), now)).toBeUndefined();
    expect(known.find(key('key two, which ends in another way altogether'), now)).toBeUndefined();
    expect(known.find(key('key three, which belongs to somebody else'), now)).toBeDefined();
  });

  it('of anything else evicts nothing', async () => {
    await learn();
    known.changed({ kind: 'catalogue', workspaceId: 'workspace', products: null });
    known.changed({ kind: 'members', workspaceId: 'workspace' });
    const entitlement = { workspaceId: 'workspace', product: 'forum', tenantId: 'tenant' };
    known.changed({ kind: 'entitlement', ...entitlement, current: { productId: 'product', version: 1 } });
    expect(known.find(key(text), now)).toBeDefined();
  });

  it.each<[string, () => void]>([
    ['a change', () => known.changed({ kind: 'client', apiClientId: 'client' })],
    ['a loss of the feed', () => known.lost()],
  ])('%s during a look-up prevents caching', async (_case, happen) => {
    let finish: (result: AcceptedCaller) => void = () => {};
    const learning = learn(
      new Promise<AcceptedCaller>((resolve) => {
        finish = resolve;
      }),
    );
    happen();
    finish(accepted());
    expect(await learning).toEqual(accepted());
    expect(known.find(key(text), now)).toBeUndefined();
    // The next look-up is cached again.
    await learn();
    expect(known.find(key(text), now)).toBeDefined();
  });
});

describe('while changes may be missed', () => {
  it('no caller is served from the cache', async () => {
    await learn();
    isLive = false;
    expect(known.find(key(text), now)).toBeUndefined();
  });

  it('no caller is cached', async () => {
    isLive = false;
    await learn();
    isLive = true;
    expect(known.find(key(text), now)).toBeUndefined();
  });

  it('a look-up that began then is not cached, though it ends later', async () => {
    let finish: (result: AcceptedCaller) => void = () => {};
    isLive = false;
    const learning = learn(
      new Promise<AcceptedCaller>((resolve) => {
        finish = resolve;
      }),
    );
    isLive = true;
    finish(accepted());
    await learning;
    expect(known.find(key(text), now)).toBeUndefined();
  });

  it('callers cached before the loss are evicted', async () => {
    await learn();
    isLive = false;
    known.lost();
    isLive = true;
    expect(known.find(key(text), now)).toBeUndefined();
  });
});
