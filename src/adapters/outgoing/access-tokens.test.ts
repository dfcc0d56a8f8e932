import { beforeEach, describe, expect, it } from 'vitest';
import { createAccessTokens } from './access-tokens.ts';
import type { GrantedToken } from './granted-token.ts';

const minute = 60_000;
const owner = { name: 'owner' };

interface Failure {
  readonly outcome: 'failure';
}

let now = 0;
let requests = 0;
let lifetimeSeconds = 3_600;
let failure: Failure | undefined;
let padding = '';
const create = () =>
  createAccessTokens({
    clock: { now: () => new Date(now) },
    requestToken: async (): Promise<GrantedToken | Failure> => {
      requests += 1;
      return failure ?? { outcome: 'granted', accessToken: `token ${requests}${padding}`, lifetimeSeconds };
    },
  });
let tokens = create();
beforeEach(() => {
  requests = 0;
  lifetimeSeconds = 3_600;
  failure = undefined;
  padding = '';
  tokens = create();
});

describe('a token', () => {
  it('is cached until five minutes before it expires', async () => {
    const first = await tokens.take(owner);
    now += 55 * minute - 1;
    expect(await tokens.take(owner)).toBe(first);
    now += 1;
    expect(await tokens.take(owner)).toMatchObject({ accessToken: 'token 2' });
  });

  it('is not cached when it lives no longer than that', async () => {
    lifetimeSeconds = 300;
    await tokens.take(owner);
    await tokens.take(owner);
    expect(requests).toBe(2);
  });

  it('is fetched once for concurrent callers', async () => {
    await Promise.all([tokens.take(owner), tokens.take(owner), tokens.take(owner)]);
    expect(requests).toBe(1);
  });

  it('is separate for each owner', async () => {
    await tokens.take(owner);
    expect(await tokens.take({ name: 'another' })).toMatchObject({ accessToken: 'token 2' });
    expect(await tokens.take({ name: 'owner' })).toMatchObject({ accessToken: 'token 1' });
  });

  it('that was refused is evicted, but not its replacement', async () => {
    await tokens.take(owner);
    tokens.drop(owner, 'token 1');
    expect(await tokens.take(owner)).toMatchObject({ accessToken: 'token 2' });
    tokens.drop(owner, 'token 1');
    expect(await tokens.take(owner)).toMatchObject({ accessToken: 'token 2' });
  });
});

it('tokens are bounded by their size: large ones evict those of other owners', async () => {
  padding = 'x'.repeat(12 * 1024 * 1024);
  const take = (name: string) => tokens.take({ name });
  for (const name of ['first', 'second', 'third', 'second', 'third']) await take(name);
  expect(requests).toBe(3);
  await take('first');
  expect(requests).toBe(4);
});

it('a failure is not cached', async () => {
  failure = { outcome: 'failure' };
  expect(await tokens.take(owner)).toBe(failure);
  failure = undefined;
  expect(await tokens.take(owner)).toMatchObject({ outcome: 'granted' });
});
