import { beforeEach, describe, expect, it } from 'vitest';
import type { VerifiedToken } from '../../core/clients/ports.ts';
import { type AcceptedCaller, CallerCache } from './caller-cache.ts';

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
    expiresAt: null,
    use: { kind: 'api-key', id: 'key' },
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
    use: { kind: 'application', id: 'credential' },
  });
}

const key = (of: string) => ({ kind: 'api-key', text: of }) as const;
const isAccepted = (result: AcceptedCaller | 'refused'): result is AcceptedCaller => result !== 'refused';
const learn = (
  result: AcceptedCaller | 'refused' | Promise<AcceptedCaller | 'refused'> = accepted(),
  learnt = text,
) => known.resolve<'refused'>(key(learnt), now, async () => result, isAccepted);

describe('a caller', () => {
  it('is unknown until accepted, and known from then on', async () => {
    expect(known.find(key(text), now)).toBeUndefined();
    expect(await learn()).toEqual(accepted());
    expect(known.find(key(text), now)).toMatchObject(accepted());
    expect(reads).toEqual(['caller miss', 'caller hit']);
  });

  it('is known by the header of its kind only', async () => {
    await learn();
    expect(known.find({ kind: 'token', text }, now)).toBeUndefined();
    expect(known.find(key(text), now)).toBeDefined();
  });

  it('who comes many times at once is looked up once; who is refused, each time', async () => {
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

  it('who was refused stays unknown', async () => {
    expect(await learn('refused')).toBe('refused');
    expect(known.find(key(text), now)).toBeUndefined();
  });

  it('is known by the whole credential: the same tail with another text is nobody', async () => {
    await learn();
    expect(tail).toHaveLength(32);
    expect(known.find(key(`tsk_two_${tail}`), now)).toBeUndefined();
    expect(known.find(key(tail), now)).toBeUndefined();
    expect(known.find(key(`${text} `), now)).toBeUndefined();
    expect(known.find(key(text), now)).toBeDefined();
  });

  it('is not mistaken for another whose credential ends alike', async () => {
    await learn(accepted({}, 'first'), `one ${tail}`);
    await learn(accepted({}, 'second'), `two ${tail}`);
    expect(known.find(key(`two ${tail}`), now)?.caller.client.apiClientId).toBe('second');
    expect(known.find(key(`one ${tail}`), now)).toBeUndefined();
  });
});

describe('time', () => {
  it('ends a key at its expiry, to the millisecond', async () => {
    await learn(accepted({ expiresAt: after(day) }));
    expect(known.find(key(text), after(day - 1))).toBeDefined();
    expect(known.find(key(text), after(day))).toBeUndefined();
  });

  it('never ends a key without expiry', async () => {
    await learn();
    expect(known.find(key(text), after(10_000 * day))).toBeDefined();
  });

  it('makes a token be looked at again after five minutes, or at its expiry if that is sooner', async () => {
    await learn(acceptedToken(after(60 * minute)));
    expect(known.find(key(text), after(5 * minute - 1))).toBeDefined();
    expect(known.find(key(text), after(5 * minute))).toBeUndefined();

    await learn(acceptedToken(after(minute)));
    expect(known.find(key(text), after(minute - 1))).toBeDefined();
    expect(known.find(key(text), after(minute))).toBeUndefined();
  });
});

describe('a change', () => {
  it('of the client makes all of its credentials unknown, and no others', async () => {
    await learn(accepted({}, 'client'), `key one ${tail}`);
    await learn(accepted({}, 'client'), 'key two, which ends in another way altogether');
    await learn(accepted({}, 'another'), 'key three, which belongs to somebody else');
    known.changed({ kind: 'client', apiClientId: 'client' });
    expect(known.find(key(`key one ${tail}`), now)).toBeUndefined();
    expect(known.find(key('key two, which ends in another way altogether'), now)).toBeUndefined();
    expect(known.find(key('key three, which belongs to somebody else'), now)).toBeDefined();
  });

  it('of anything else leaves callers known', async () => {
    await learn();
    known.changed({ kind: 'catalogue', workspaceId: 'workspace' });
    known.changed({ kind: 'members', workspaceId: 'workspace' });
    known.changed({ kind: 'entitlement', workspaceId: 'workspace', product: 'forum', tenantId: 'tenant' });
    expect(known.find(key(text), now)).toBeDefined();
  });

  it.each<[string, () => void]>([
    ['a change', () => known.changed({ kind: 'client', apiClientId: 'client' })],
    ['a loss of the feed', () => known.lost()],
  ])('%s while a credential is looked up means that it is not remembered', async (_case, happen) => {
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
    // The next look-up is remembered as ever.
    await learn();
    expect(known.find(key(text), now)).toBeDefined();
  });
});

describe('while changes may be missed', () => {
  it('nobody is known', async () => {
    await learn();
    isLive = false;
    expect(known.find(key(text), now)).toBeUndefined();
  });

  it('nobody is remembered', async () => {
    isLive = false;
    await learn();
    isLive = true;
    expect(known.find(key(text), now)).toBeUndefined();
  });

  it('a look-up that began then is not remembered, though it ends later', async () => {
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

  it('what was known before the loss is unknown after it', async () => {
    await learn();
    isLive = false;
    known.lost();
    isLive = true;
    expect(known.find(key(text), now)).toBeUndefined();
  });
});
