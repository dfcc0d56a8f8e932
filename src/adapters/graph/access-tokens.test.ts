import { beforeEach, describe, expect, it } from 'vitest';
import { createAccessTokens } from './access-tokens.ts';
import { accountOf } from './account.ts';
import type { GrantedToken } from './token-answer.ts';
import type { Trouble } from './trouble.ts';

const minute = 60_000;
const application = { clientId: 'client', clientSecret: 'secret' };
const account = accountOf('tenant', application);

let now = 0;
let requests = 0;
let lifetimeSeconds = 3_600;
let trouble: Trouble | undefined;
const create = () =>
  createAccessTokens({
    clock: { now: () => new Date(now) },
    requestToken: async (): Promise<GrantedToken | Trouble> => {
      requests += 1;
      return trouble ?? { outcome: 'granted', accessToken: `token ${requests}`, lifetimeSeconds };
    },
  });
let tokens = create();
beforeEach(() => {
  requests = 0;
  lifetimeSeconds = 3_600;
  trouble = undefined;
  tokens = create();
});

describe('a token', () => {
  it('is held until five minutes before it expires', async () => {
    const first = await tokens.take(account);
    now += 55 * minute - 1;
    expect(await tokens.take(account)).toBe(first);
    now += 1;
    expect(await tokens.take(account)).toMatchObject({ accessToken: 'token 2' });
  });

  it('is not held when it lives no longer than that', async () => {
    lifetimeSeconds = 300;
    await tokens.take(account);
    await tokens.take(account);
    expect(requests).toBe(2);
  });

  it('is asked for once by many', async () => {
    await Promise.all([tokens.take(account), tokens.take(account), tokens.take(account)]);
    expect(requests).toBe(1);
  });

  it('is each tenant’s, application’s and secret’s own', async () => {
    await tokens.take(account);
    await tokens.take(accountOf('another', application));
    await tokens.take(accountOf('tenant', { ...application, clientId: 'another' }));
    await tokens.take(accountOf('tenant', { ...application, clientSecret: 'another' }));
    expect(requests).toBe(4);
    await tokens.take(accountOf('TENANT', application));
    expect(requests).toBe(4);
  });

  it('that was refused is dropped, but not the one in its place', async () => {
    await tokens.take(account);
    tokens.drop(account, 'token 1');
    expect(await tokens.take(account)).toMatchObject({ accessToken: 'token 2' });
    tokens.drop(account, 'token 1');
    expect(await tokens.take(account)).toMatchObject({ accessToken: 'token 2' });
  });
});

it('trouble is not held', async () => {
  trouble = { outcome: 'consent-missing' };
  expect(await tokens.take(account)).toBe(trouble);
  trouble = undefined;
  expect(await tokens.take(account)).toMatchObject({ outcome: 'granted' });
});
