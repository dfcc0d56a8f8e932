import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import {
  apiAppId,
  otherTenantId,
  partnerTenantId,
  type TestClient,
  World,
  withKey,
  withToken,
} from '../../../../tests/support/worlds/world.ts';
import { setApiClientEnabled } from '../../../actions/clients/api-clients.ts';
import { addApplicationCredential } from '../../../actions/clients/application-credentials.ts';

const path = '/api/v1/client-credentials/verify';
const hour = 3_600_000;

let world: World;
let client: TestClient;
let applicationId: string;
let challenge: string;

beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

beforeEach(async () => {
  client = await world.client(await world.workspace());
  applicationId = world.application([]);
  challenge = await add(client);
});

async function add(to: TestClient): Promise<string> {
  const identity = { applicationId, tenantId: partnerTenantId };
  const { workspaceId, apiClientId } = to;
  return done(await addApplicationCredential(world.context, workspaceId, apiClientId, identity)).challenge;
}

function post(headers: Record<string, string>, body: unknown) {
  return world.call(path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function verify(text = challenge, tenantId = partnerTenantId) {
  return post(withToken(await world.token(applicationId, tenantId)), { challenge: text });
}

async function catalogueStatus(): Promise<number> {
  const headers = withToken(await world.token(applicationId));
  return (await world.call('/api/v1/catalogue/products', { headers })).status;
}

describe('200', () => {
  it('activates the pending credential without an app role', async () => {
    expect(await catalogueStatus()).toBe(401);
    const answer = await verify();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ applicationId, apiClientId: client.apiClientId, status: 'Active' });
    expect(answer.headers.get('ratelimit-policy')).toBe('"client";q=60;w=60');
    expect(await catalogueStatus()).toBe(403);
  });

  it('returns the same for a repeated call, also a day later', async () => {
    const first = await verify();
    expect((await verify()).body).toEqual(first.body);
    world.clock.forward(25 * hour);
    const again = await verify();
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('accepts the challenge for 24 hours', async () => {
    world.clock.forward(24 * hour - 1);
    expect((await verify()).status).toBe(200);
  });

  it('accepts the right challenge after nine wrong ones', async () => {
    for (let tries = 0; tries < 9; tries++) expect((await verify('wrong')).status).toBe(422);
    expect((await verify()).status).toBe(200);
  });

  it('activates once under concurrency', async () => {
    const token = await world.token(applicationId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(withToken(token), { challenge })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('selects the client by the challenge when two workspaces have an ownership claim', async () => {
    const other = await world.client(await world.workspace());
    const otherChallenge = await add(other);
    expect((await verify(otherChallenge)).body.apiClientId).toBe(other.apiClientId);
    expect((await verify()).status).toBe(422);
  });
});

describe('422 api_client.application_verification_failed, with one body for every reason', () => {
  const cases: [string, () => Promise<{ status: number; body: Record<string, unknown> }>][] = [
    ['a wrong challenge', () => verify('wrong')],
    ['a token of another tenant', () => verify(challenge, otherTenantId)],
    [
      'an application that nobody has added',
      () => {
        applicationId = world.application();
        return verify();
      },
    ],
    [
      'a challenge after its 24 hours',
      () => {
        world.clock.forward(24 * hour);
        return verify();
      },
    ],
    [
      'the right challenge after ten wrong ones',
      async () => {
        for (let tries = 0; tries < 10; tries++) await verify('wrong');
        return verify();
      },
    ],
    [
      'a disabled client',
      async () => {
        await setApiClientEnabled(world.context, client.workspaceId, client.apiClientId, false);
        return verify();
      },
    ],
    [
      'a wrong challenge for an active credential',
      async () => {
        await verify();
        return verify('wrong');
      },
    ],
  ];

  it.each(cases)('%s', async (_case, attempt) => {
    const answer = await attempt();
    expect(answer.status).toBe(422);
    const { requestId, ...body } = answer.body;
    expect(requestId).toBeTypeOf('string');
    expect(body).toEqual({
      type: `${world.service.url}/errors#api_client.application_verification_failed`,
      title: 'The application could not be verified',
      status: 422,
      code: 'api_client.application_verification_failed',
      detail: expect.stringContaining('Call from the application itself'),
      args: {},
    });
  });

  it('stays void: concurrent wrong attempts are all counted', async () => {
    const token = await world.token(applicationId);
    await Promise.all(Array.from({ length: 10 }, () => post(withToken(token), { challenge: 'wrong' })));
    expect((await verify()).status).toBe(422);
  });
});

describe('refused before the challenge is checked', () => {
  it('403 auth.forbidden: an API key', async () => {
    const answer = await post(withKey(client), { challenge });
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden']);
    expect(answer.headers.get('ratelimit-policy')).toBe('"client";q=1200;w=60, "workspace";q=24000;w=60');
    expect(answer.headers.get('ratelimit')).toMatch(/^"client";r=1199;t=1, "workspace";/);
  });

  it("429 request.rate_limited: an API key counts against its client's rate limit", async () => {
    const limited = await world.client(client.workspaceId, { rateLimitPerMinute: 60 });
    const answers = await Promise.all(
      Array.from({ length: 65 }, () => post(withKey(limited), { challenge })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const products = await world.call('/api/v1/catalogue/products', { headers: withKey(limited) });
    expect(products.status).toBe(429);
  });

  it("403 auth.forbidden: a user's token", async () => {
    const claims = world.idp.claimsFor({ tenantId: partnerTenantId, clientId: applicationId, api: apiAppId });
    const token = await world.idp.sign({ ...claims, scp: 'access_as_user' });
    const answer = await post(withToken(token), { challenge });
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden']);
  });

  it.each([
    ['nothing', {}],
    ['a wrong API key', { 'x-api-key': 'wrong' }],
    ['no token at all', withToken('wrong')],
  ])('401 auth.credentials_invalid: %s', async (_case, headers) => {
    const answer = await post(headers, { challenge });
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.credentials_invalid']);
  });

  it.each([
    ['no challenge', {}, 'required'],
    ['an empty one', { challenge: '' }, 'minLength'],
    ['one that is too long', { challenge: 'x'.repeat(129) }, 'maxLength'],
    ['one that is no text', { challenge: 7 }, 'type'],
    ['null', { challenge: null }, 'type'],
  ])('400 request.validation_failed: %s', async (_case, body, rule) => {
    const answer = await post(withToken(await world.token(applicationId)), body);
    expect(answer.status).toBe(400);
    expect(answer.body.args.issues).toMatchObject([{ path: 'challenge', rule }]);
  });

  it('accepts 128 characters, and ignores unknown members', async () => {
    const body = { challenge: 'x'.repeat(128), more: true };
    expect((await post(withToken(await world.token(applicationId)), body)).status).toBe(422);
  });

  it('429 request.rate_limited: more than 60 attempts per minute', async () => {
    const token = await world.token(applicationId);
    const answers = await Promise.all(
      Array.from({ length: 65 }, () => post(withToken(token), { challenge: 'wrong' })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});
