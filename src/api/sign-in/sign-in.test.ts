import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  ADA,
  NORTHWIND,
  SECRET,
  sampleDirectory,
  WEBSITE,
} from '../../../emulators/entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import { Browsing } from '../../../tests/support/browser/browsing.ts';
import { createDatabase } from '../../../tests/support/database/postgres.ts';
import { TestClock } from '../../../tests/support/nodes/test-clock.ts';
import { localExchange } from '../../../tests/support/peers/local-exchange.ts';
import { createSignIn } from '../../adapters/entra/sign-in.ts';
import { createMemoryRateLimiter } from '../../adapters/rate-limit/memory.ts';
import { systemClock } from '../../service/clock-guard.ts';
import { type Database, openDatabase } from '../../storage/database.ts';
import { beginSignIn, readOwnPath, signInsPerMinute } from './begin-sign-in.ts';
import { signInCallback } from './sign-in-callback.ts';

/** Two sign-in flows, `one` and `other`, with different pages. */
let app: FastifyInstance;
let idp: EntraEmulator;
let database: Database;
let url: string;
let browser: Browsing;
let welcomed: string[];
const clock = new TestClock();
const hint = 'ada@northwind.example';

beforeAll(async () => {
  database = openDatabase({
    url: await createDatabase(inject('postgresUrl')),
    maxConnections: 2,
    onConnectionLost: () => {},
  });
  idp = await startEntraEmulator(sampleDirectory, { now: clock.now, signingKeys: inject('rsaKeys') });
  const signIn = createSignIn({
    authUrl: idp.url,
    clientId: WEBSITE,
    clientSecret: SECRET,
    exchange: localExchange,
    clock,
    systemClock,
  });
  const context = {
    clock,
    writes: database,
    rateLimiter: createMemoryRateLimiter(clock),
    signIn,
    encryptionKey: { current: new Uint8Array(32).fill(7), old: [] },
    get publicUrl() {
      return url;
    },
  };
  app = fastify();
  await app.register(cookie);
  await app.register(
    signInCallback(context, {
      one: (user) => {
        welcomed.push(`one ${user.tenantId} ${user.objectId} ${user.name} ${user.username}`);
        return undefined;
      },
      other: (user) => {
        welcomed.push(`other ${user.name}`);
        return undefined;
      },
    }),
  );
  app.get('/begin', async (request, reply) => {
    const { purpose = 'one', to = '/', hint: loginHint } = request.query as Record<string, string>;
    const returnTo = readOwnPath(to);
    if (!returnTo) return reply.code(400).send('not here');
    return beginSignIn(context, signIn, reply, { purpose, returnTo, ...(loginHint && { loginHint }) });
  });
  app.get('/*', async (request) => `here is ${request.url}`);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  register(url);
});
afterAll(async () => {
  await app.close();
  await idp.close();
  await database.destroy();
});
beforeEach(() => {
  clock.forward(60_000);
  browser = new Browsing();
  welcomed = [];
  idp.clearFaults();
});

function register(origin: string, secret = SECRET): void {
  idp.registerApplication({
    clientId: WEBSITE,
    tenantIds: 'all',
    secrets: [{ value: secret }],
    redirectUris: [`${origin}/sign-in/callback`],
    roles: {},
  });
}

/** Starts a sign-in and stops before the response is delivered. */
async function answerOf(query: Readonly<Record<string, string>> = {}): Promise<URL> {
  const begun = await browser.get(`${url}/begin?${new URLSearchParams({ hint, ...query })}`);
  const answered = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
  return new URL(answered.headers.get('location') ?? '');
}

const refused = async (address: URL | string, status: number, words: string) => {
  const page = await browser.get(String(address));
  expect(page.status).toBe(status);
  expect(await page.text()).toContain(words);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(welcomed).toEqual([]);
};

describe('signing in', () => {
  it('redirects to the provider and back to the starting page', async () => {
    const page = await browser.follow(`${url}/begin?${new URLSearchParams({ hint, to: '/there?a=%2B#b' })}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toBe('here is /there?a=%2B');
    expect(welcomed).toEqual([`one ${NORTHWIND} ${ADA} Ada Olsen ada@northwind.example`]);
    expect(browser.cookieNames).toEqual([]);
  });

  it('uses state, nonce and PKCE', async () => {
    const begun = await browser.get(`${url}/begin`);
    expect(begun.status).toBe(303);
    const { origin, pathname, searchParams } = new URL(begun.headers.get('location') ?? '');
    expect(origin + pathname).toBe(`${idp.url}/organizations/oauth2/v2.0/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: WEBSITE,
      response_type: 'code',
      redirect_uri: `${url}/sign-in/callback`,
      scope: 'openid profile',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: 'S256',
    });
    const line = begun.headers.getSetCookie().join();
    for (const word of ['HttpOnly', 'SameSite=Lax', 'Max-Age=600', 'Path=/sign-in'])
      expect(line).toContain(word);
    expect(line).not.toContain(searchParams.get('nonce'));
  });

  it('works for concurrent sign-ins in several windows', async () => {
    const [first, second] = [await answerOf(), await answerOf({ purpose: 'other' })];
    expect((await browser.get(second.href)).status).toBe(303);
    expect((await browser.get(first.href)).status).toBe(303);
    expect(welcomed.map((words) => words.split(' ')[0])).toEqual(['other', 'one']);
  });

  it('accepts users of any tenant', async () => {
    await browser.follow(`${url}/begin?hint=clara%40fabrikam.example&purpose=other`);
    expect(welcomed).toEqual(['other Clara Meyer']);
  });
});

describe('a sign-in response is refused', () => {
  it('with another state', async () => {
    const answer = await answerOf();
    answer.searchParams.set('state', `${answer.searchParams.get('state')?.slice(0, -1)}_`);
    await refused(answer, 400, 'begin again');
  });

  it('without state', async () => {
    const answer = await answerOf();
    answer.searchParams.delete('state');
    await refused(answer, 400, 'begin again');
  });

  it('with a code of another attempt, whose nonce and verifier differ', async () => {
    const [mine, theirs] = [await answerOf(), await answerOf({ hint: 'bert@northwind.example' })];
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    await refused(mine, 400, 'begin again');
  });

  it('the second time', async () => {
    const answer = await answerOf();
    expect((await browser.get(answer.href)).status).toBe(303);
    welcomed = [];
    await refused(answer, 400, 'begin again');
  });

  it('when its code was redeemed before, with the same cookies', async () => {
    const answer = await answerOf();
    expect((await browser.twin().get(answer.href)).status).toBe(303);
    welcomed = [];
    await refused(answer, 400, 'begin again');
  });

  it('the second time, before the provider is called, however often the cookie is sent', async () => {
    const answer = await answerOf();
    idp.setFault({ kind: 'unavailable' });
    const tries = Array.from({ length: 20 }, () => browser.twin());
    idp.clearRequests();
    const statuses = await Promise.all(tries.map(async (twin) => (await twin.get(answer.href)).status));
    expect(statuses.sort()).toEqual([...Array(19).fill(400), 503]);
    const requests = [...idp.requests.values()].reduce((sum, count) => sum + count, 0);
    expect(requests).toBeLessThanOrEqual(2);
  });

  it('429 page: too many from one address in a minute', async () => {
    const statuses = await Promise.all(
      Array.from({ length: signInsPerMinute + 5 }, async () => {
        const page = await new Browsing().get(`${url}/sign-in/callback?state=x`);
        return `${page.status} ${page.headers.get('retry-after')}`;
      }),
    );
    expect(statuses.filter((status) => status === '400 null')).toHaveLength(signInsPerMinute);
    expect(statuses.filter((status) => status === '429 1')).toHaveLength(5);
  });

  it('in another browser', async () => {
    const answer = await answerOf();
    browser = new Browsing();
    await refused(answer, 400, 'begin again');
  });

  it('with a changed cookie', async () => {
    const answer = await answerOf();
    browser.tamper((value) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1));
    await refused(answer, 400, 'begin again');
  });

  it('after ten minutes', async () => {
    const answer = await answerOf();
    clock.forward(10 * 60_000);
    await refused(answer, 400, 'begin again');
  });

  it('when the user cancelled, and leads back', async () => {
    const answer = await answerOf({ to: '/there' });
    answer.searchParams.delete('code');
    answer.searchParams.set('error', 'access_denied');
    await refused(answer, 403, `href="${url}/there"`);
  });

  it.each(['unavailable', 'throttled', 'reset'] as const)('while the provider is down: %s', async (kind) => {
    const answer = await answerOf({ to: '/there' });
    idp.setFault({ kind });
    await refused(answer, 503, `href="${url}/there"`);
  });

  it('when the provider refuses our secret', async () => {
    const answer = await answerOf();
    register(url, 'another secret');
    await refused(answer, 503, 'not configured correctly');
    register(url);
  });
});

it.each(['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example'])(
  'never redirects to %s',
  async (to) => {
    const answer = await browser.get(`${url}/begin?${new URLSearchParams({ to })}`);
    expect(answer.status).toBe(400);
    expect(browser.cookieNames).toEqual([]);
  },
);
