import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { CompactSign, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  API,
  CLIENT,
  CLIENT_WITHOUT_ROLES,
  FABRIKAM,
  NORTHWIND,
  OLDER_API,
  SECRET,
} from '../../../emulators/entra/sample-directory.ts';
import {
  startVerifierUnderTest,
  type VerifierUnderTest,
} from '../../../tests/support/peers/verifier-under-test.ts';

let world: VerifierUnderTest;
beforeAll(async () => {
  world = await startVerifierUnderTest();
});
afterAll(() => world.stop());

const seconds = () => Math.floor(world.now().getTime() / 1000);
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

interface PublishedKey {
  readonly kid: string;
  readonly n: string;
}

async function publishedKey(): Promise<PublishedKey> {
  const response = await fetch(`${world.emulator.url}/${NORTHWIND}/discovery/v2.0/keys`);
  const { keys } = (await response.json()) as { keys: [PublishedKey] };
  return keys[0];
}

describe('a valid token', () => {
  it('of the provider is verified, with its claims', async () => {
    const response = await fetch(`${world.emulator.url}/${NORTHWIND}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: CLIENT,
        client_secret: SECRET,
        scope: `api://${API}/.default`,
      }),
    });
    const { access_token: text } = (await response.json()) as { access_token: string };
    expect(await world.verify(text)).toEqual({
      outcome: 'verified',
      token: {
        applicationId: CLIENT,
        tenantId: NORTHWIND,
        roles: ['Entitlements.Read', 'Usage.Write'],
        isDelegated: false,
        objectId: expect.any(String),
        expiresAt: expect.any(Date),
      },
    });
  });

  it('of version 1 is verified', async () => {
    const text = await world.emulator.sign(world.olderClaims());
    expect(await world.another(OLDER_API).verify(text)).toMatchObject({
      outcome: 'verified',
      token: { applicationId: CLIENT, tenantId: NORTHWIND, roles: ['Entitlements.Read'] },
    });
  });

  it.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'])(
    'signed with %s is verified',
    async (alg) => {
      const text = await world.emulator.sign(world.newerClaims(), { header: { alg } });
      expect(await world.verify(text)).toMatchObject({ outcome: 'verified' });
    },
  );

  const accepted: [string, () => Record<string, unknown>][] = [
    ['59 seconds after its expiry', () => ({ exp: seconds() - 59 })],
    ['60 seconds before its time', () => ({ nbf: seconds() + 60 })],
    ['with the audience as api://', () => ({ aud: `api://${API}` })],
  ];
  it.each(accepted)('is verified %s', async (_name, change) => {
    const text = await world.emulator.sign({ ...world.newerClaims(), ...change() });
    expect(await world.verify(text)).toMatchObject({ outcome: 'verified' });
  });

  it('of a user is distinguished', async () => {
    const text = await world.emulator.sign({ ...world.newerClaims(), scp: 'Entitlements.Read' });
    expect(await world.verify(text)).toMatchObject({ token: { isDelegated: true } });
  });
});

describe('a hostile token is invalid:', () => {
  type Claims = Record<string, unknown>;
  const changed: [string, () => Claims][] = [
    ['expired', () => ({ exp: seconds() - 60 })],
    ['not yet valid', () => ({ nbf: seconds() + 61 })],
    ['without expiry', () => ({ exp: undefined })],
    ['of another audience', () => ({ aud: CLIENT })],
    ['of several audiences', () => ({ aud: [API, CLIENT] })],
    ['without audience', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: `https://elsewhere.example/${NORTHWIND}/v2.0` })],
    ['of the version 1 issuer', () => ({ iss: `https://sts.windows.net/${NORTHWIND}/` })],
    ['without issuer', () => ({ iss: undefined })],
    ['of another tenant’s issuer', () => ({ iss: `${world.emulator.url}/${FABRIKAM}/v2.0` })],
    ['of another tenant than its issuer', () => ({ tid: FABRIKAM })],
    ['of no tenant', () => ({ tid: undefined })],
    ['of an alias for a tenant', () => ({ tid: 'common', iss: `${world.emulator.url}/common/v2.0` })],
    ['of a tenant that climbs the path', () => ({ tid: `../${NORTHWIND}` })],
    ['of a tenant that does not exist', () => ({ tid: API, iss: `${world.emulator.url}/${API}/v2.0` })],
    ['of no application', () => ({ azp: undefined })],
    ['of no version', () => ({ ver: undefined })],
    ['of version 1 in the shape of version 2', () => ({ ver: '1.0' })],
    ['of version 1 with the issuer of version 2', () => ({ ver: '1.0', appid: CLIENT })],
  ];
  it.each(changed)('%s', async (_name, change) => {
    const text = await world.emulator.sign({ ...world.newerClaims(), ...change() });
    expect(await world.verify(text)).toEqual({ outcome: 'invalid' });
  });

  const stranger = createPrivateKey(inject('rsaKeys')[5].privateKey);
  const small = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const signedBy = (
    key: typeof stranger,
    header: { alg: string; [member: string]: unknown },
    claims: Claims,
  ) => new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(header).sign(key);
  const withSecret = (secret: Uint8Array, alg: string, kid: string) =>
    new SignJWT(world.newerClaims()).setProtectedHeader({ alg, kid }).sign(secret);
  const pemOf = async (type: 'spki' | 'pkcs1') => {
    const jwk = await publishedKey();
    return createPublicKey({ key: { kty: 'RSA', e: 'AQAB', n: jwk.n }, format: 'jwk' })
      .export({ type, format: 'pem' })
      .toString();
  };

  const forged: [string, () => Promise<string>][] = [
    [
      'a stranger’s key under a published id',
      async () => signedBy(stranger, { alg: 'RS256', kid: (await publishedKey()).kid }, world.newerClaims()),
    ],
    [
      'a stranger’s key under its own id',
      () => signedBy(stranger, { alg: 'RS256', kid: 'stranger' }, world.newerClaims()),
    ],
    [
      'a stranger’s key brought along in the header',
      () => {
        const jwk = createPublicKey(stranger).export({ format: 'jwk' });
        return signedBy(stranger, { alg: 'RS256', kid: 'stranger', jwk }, world.newerClaims());
      },
    ],
    [
      'an elliptic key under a published id',
      async () => signedBy(small, { alg: 'ES256', kid: (await publishedKey()).kid }, world.newerClaims()),
    ],
    ['no key id', () => world.emulator.sign(world.newerClaims(), { header: { kid: undefined } })],
    ['the key of another tenant', () => world.emulator.sign(world.newerClaims(), { key: 'consumers' })],
    [
      'a critical extension',
      () => world.emulator.sign(world.newerClaims(), { header: { crit: ['b64'], b64: true } }),
    ],
    [
      'alg none, unsigned',
      async () =>
        `${encode({ alg: 'none', kid: (await publishedKey()).kid })}.${encode(world.newerClaims())}.`,
    ],
    [
      'alg none over a good signature',
      async () => {
        const [, claims, signature] = (await world.emulator.sign(world.newerClaims())).split('.');
        return `${encode({ alg: 'none', kid: (await publishedKey()).kid })}.${claims}.${signature}`;
      },
    ],
    [
      'HMAC with the public key as PEM',
      async () => withSecret(Buffer.from(await pemOf('spki')), 'HS256', (await publishedKey()).kid),
    ],
    [
      'HMAC with the public key as PKCS#1 PEM',
      async () => withSecret(Buffer.from(await pemOf('pkcs1')), 'HS512', (await publishedKey()).kid),
    ],
    [
      'HMAC with the public key as JWK',
      async () => {
        const jwk = await publishedKey();
        return withSecret(Buffer.from(JSON.stringify(jwk)), 'HS256', jwk.kid);
      },
    ],
    [
      'HMAC with the modulus',
      async () => {
        const jwk = await publishedKey();
        return withSecret(Buffer.from(jwk.n, 'base64url'), 'HS384', jwk.kid);
      },
    ],
    [
      'a signature of other claims',
      async () => {
        const [header, , signature] = (await world.emulator.sign(world.newerClaims())).split('.');
        return `${header}.${encode({ ...world.newerClaims(), roles: ['Everything'] })}.${signature}`;
      },
    ],
    [
      'a signature of another algorithm than the header’s',
      async () => {
        const [, claims, signature] = (await world.emulator.sign(world.newerClaims())).split('.');
        return `${encode({ alg: 'PS256', kid: (await publishedKey()).kid })}.${claims}.${signature}`;
      },
    ],
    ['a signature cut short', async () => (await world.emulator.sign(world.newerClaims())).slice(0, -4)],
    [
      'too long, though well signed',
      () => world.emulator.sign({ ...world.newerClaims(), more: 'x'.repeat(13_000) }),
    ],
  ];
  it.each(forged)('%s', async (_name, forge) => {
    expect(await world.verify(await forge())).toEqual({ outcome: 'invalid' });
  });

  it('but the unmodified token of the table is valid', async () => {
    const text = await world.emulator.sign(world.newerClaims(), {
      header: { kid: (await publishedKey()).kid },
    });
    expect(await world.verify(text)).toMatchObject({ outcome: 'verified' });
    const standby = await world.emulator.sign(world.newerClaims(), { key: 'standby' });
    expect(decodeProtectedHeader(standby).kid).not.toBe((await publishedKey()).kid);
    expect(await world.verify(standby)).toMatchObject({ outcome: 'verified' });
    const long = await world.emulator.sign({ ...world.newerClaims(), more: 'x'.repeat(10_000) });
    expect(await world.verify(long)).toMatchObject({ outcome: 'verified' });
  });

  const header = encode({ alg: 'RS256', kid: 'x' });
  it.each([
    [''],
    ['.'],
    ['..'],
    ['a.b'],
    ['a.b.c'],
    ['a.b.c.d'],
    [`${header}.${encode('null')}.x`],
    [`${header}.${encode('[]')}.x`],
    [`${header}.${encode('not json')}.x`],
    [`${encode('null')}.${encode('{}')}.x`],
    [`${encode({ alg: ['RS256'], kid: 'x' })}.${encode('{}')}.x`],
    [`${encode({ alg: 'RS256', kid: { toString: 'x' } })}.${encode('{}')}.x`],
    [`${header}.${Buffer.from([0xff, 0xfe]).toString('base64url')}.x`],
    ['Bearer x'],
    ['é.é.é'],
    ['\u0000.\u0000.\u0000'],
    ['.'.repeat(5_000)],
    ['x'.repeat(1_000_000)],
  ])('garbage (%#)', async (text) => {
    expect(world.claimedIdentity(text)).toBeUndefined();
    expect(await world.verify(text)).toEqual({ outcome: 'invalid' });
  });

  it('any valid token with one character changed', async () => {
    const good = await world.emulator.sign(world.newerClaims());
    // The last character of each part may contain unused bits.
    const places = [...good].flatMap((character, place) =>
      character === '.' || good[place + 1] === '.' || place === good.length - 1 ? [] : [place],
    );
    for (const place of places.filter((_, index) => index % 7 === 0)) {
      const other = good[place] === 'A' ? 'B' : 'A';
      const text = good.slice(0, place) + other + good.slice(place + 1);
      expect(await world.verify(text), `at ${place}`).toEqual({ outcome: 'invalid' });
    }
  });
});

describe('the claimed identity', () => {
  it('is read without verification', async () => {
    const claims = { ...world.newerClaims(), exp: 0, azp: CLIENT_WITHOUT_ROLES.toUpperCase() };
    const text = `${encode({ alg: 'RS256', kid: 'nobody’s' })}.${encode(claims)}.x`;
    expect(world.claimedIdentity(text)).toEqual({ applicationId: CLIENT_WITHOUT_ROLES, tenantId: NORTHWIND });
    const older = await world.emulator.sign(world.olderClaims());
    expect(world.claimedIdentity(older)).toEqual({ applicationId: CLIENT, tenantId: NORTHWIND });
  });

  it('is the same before and after verification', async () => {
    const text = await world.emulator.sign({ ...world.newerClaims(), uti: 'fresh' });
    const before = world.claimedIdentity(text);
    await world.verify(text);
    expect(world.claimedIdentity(text)).toEqual(before);
  });
});

describe('a verified token', () => {
  it('is cached until it expires', async () => {
    const text = await world.emulator.sign({ ...world.newerClaims(), exp: seconds() + 100 });
    world.cacheReads.clear();
    expect(await world.verify(text)).toMatchObject({ outcome: 'verified' });
    expect(await world.verify(text)).toMatchObject({ outcome: 'verified' });
    expect(Object.fromEntries(world.cacheReads)).toEqual({
      'verified-token miss': 1,
      'signing-keys hit': 1,
      'verified-token hit': 1,
    });
    world.advance(100_000);
    expect(await world.verify(text)).toMatchObject({ outcome: 'verified' });
    expect(world.cacheReads.get('verified-token miss')).toBe(2);
    world.advance(60_000);
    expect(await world.verify(text)).toEqual({ outcome: 'invalid' });
  });
});
