import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json, Peer, problem, silence } from '../../tests/support/peer.ts';
import type { Credential } from '../credential.ts';
import { Emitter } from '../emitter.ts';
import type { Authoriser } from './authoriser.ts';
import { createAuthoriser } from './credential.ts';
import { createService } from './service.ts';

const minute = 60_000;
let peer: Peer;
let issued = 0;
let now = Date.now();
beforeAll(async () => {
  peer = await Peer.start();
});
afterAll(() => peer.close());
beforeEach(() => {
  peer.received.length = 0;
  peer.script.length = 0;
  issued = 0;
  peer.otherwise = (response, request) =>
    json(200, { token_type: 'Bearer', expires_in: 3_600, access_token: `token-${++issued}` })(
      response,
      request,
    );
});

const application = () => ({
  tenantId: 'a1000000-0000-4000-8000-000000000001',
  clientId: 'c1000000-0000-4000-8000-000000000001',
  scope: 'api://e1/.default',
  authority: `${peer.url}/`,
});
const authoriser = (credential: Credential = { ...application(), clientSecret: 'a secret' }) =>
  createAuthoriser(credential, { fetch, now: () => now, timeout: 5_000 });
const tokenOf = async (from: Authoriser) => (await from.header())[1];

describe('a token', () => {
  it('is requested with the secret', async () => {
    expect(await authoriser().header()).toEqual(['authorization', 'Bearer token-1']);
    expect(peer.received[0]?.path).toBe(`/${application().tenantId}/oauth2/v2.0/token`);
    expect(Object.fromEntries(new URLSearchParams(peer.received[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: application().clientId,
      scope: 'api://e1/.default',
      client_secret: 'a secret',
    });
  });

  it('is requested once by many at once, and cached', async () => {
    const one = authoriser();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenOf(one)));
    expect(new Set([...tokens, await tokenOf(one)])).toEqual(new Set(['Bearer token-1']));
    expect(peer.received).toHaveLength(1);
  });

  it('is renewed 5 minutes before it ends, while the old one is used', async () => {
    const one = authoriser();
    await one.header();
    now += 54 * minute;
    await one.header();
    expect(peer.received).toHaveLength(1);
    now += minute;
    expect(await tokenOf(one)).toBe('Bearer token-1');
    await expect.poll(() => tokenOf(one)).toBe('Bearer token-2');
    expect(peer.received).toHaveLength(2);
  });

  it('is used to its end if it cannot be renewed', async () => {
    const one = authoriser();
    await one.header();
    const working = peer.otherwise;
    peer.otherwise = problem(503, 'no');
    now += 56 * minute;
    expect(await tokenOf(one)).toBe('Bearer token-1');
    await expect.poll(() => peer.received.length).toBe(2);
    expect(await tokenOf(one)).toBe('Bearer token-1');
    now += 4 * minute;
    await expect(one.header()).rejects.toThrow('gave no token');
    peer.otherwise = working;
    expect(await tokenOf(one)).toBe('Bearer token-2');
  });

  it('is replaced after the service rejected it', async () => {
    const one = authoriser();
    const first = await tokenOf(one);
    expect(one.reject(first)).toBe(true);
    expect(await tokenOf(one)).toBe('Bearer token-2');
    one.reject(first);
    expect(await tokenOf(one)).toBe('Bearer token-2');
  });

  it('is refused with the description of the identity provider', async () => {
    const description = 'AADSTS7000215: Invalid client secret provided.\r\nTrace ID: 1\r\nTimestamp: 2';
    peer.otherwise = json(400, { error: 'invalid_client', error_description: description });
    await expect(authoriser().header()).rejects.toMatchObject({
      name: 'TesseraRefused',
      status: 401,
      code: 'invalid_client',
      detail: 'AADSTS7000215: Invalid client secret provided.',
    });
  });
});

it('an assertion is signed by the key of the certificate', async () => {
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: 'app' }], {
    keySize: 2048,
  });
  now = Date.now();
  const credential = { ...application(), certificate: { certificate: cert, privateKey } };
  await authoriser(credential).header();
  const form = new URLSearchParams(peer.received[0]?.body);
  expect(form.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  const assertion = form.get('client_assertion') ?? '';
  expect(decodeProtectedHeader(assertion)).toEqual({
    alg: 'PS256',
    typ: 'JWT',
    'x5t#S256': createHash('sha256').update(new X509Certificate(cert).raw).digest('base64url'),
  });
  const { clientId, tenantId } = credential;
  const { payload } = await jwtVerify(assertion, createPublicKey(cert), {
    issuer: clientId,
    subject: clientId,
    audience: `${peer.url}/${tenantId}/oauth2/v2.0/token`,
  });
  expect(payload).toMatchObject({ jti: expect.any(String), exp: (payload.iat ?? 0) + 300 });
});

it.each([
  [
    'a key in another format',
    '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----',
    'pkcs8 -topk8',
  ],
  ['an invalid key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'not an RSA key'],
])('%s is refused', async (_name, privateKey, message) => {
  const certificate = { certificate: 'none', privateKey };
  await expect(authoriser({ ...application(), certificate }).header()).rejects.toThrow(message);
});

it.each([
  [{ clientSecret: '' }, 'credential.clientSecret'],
  [{ clientSecret: 'a', scope: '' }, 'credential.scope'],
  [{ certificate: { certificate: 'a', privateKey: '' } }, 'credential.privateKey'],
  [{}, 'credential.certificate'],
])('an incomplete credential %j is refused', (rest, message) => {
  expect(() => authoriser({ ...application(), ...rest } as Credential)).toThrow(message);
});

describe('the service', () => {
  const service = () =>
    createService(
      {
        url: `${peer.url}/service`,
        credential: { ...application(), clientSecret: 'a secret' },
        now: () => now,
        timeout: 5_000,
      },
      new Emitter(),
    );
  const serve = (accepted: (token: string) => boolean) => {
    const token = peer.otherwise;
    peer.otherwise = (response, request) => {
      if (!request.path.startsWith('/service')) token(response, request);
      else if (accepted(request.headers.authorization ?? '')) json(200, {})(response, request);
      else problem(401, 'authentication.failed')(response, request);
    };
  };
  const requests = () =>
    peer.received.map(({ path, headers }) => [path.split('/')[1], headers.authorization]);

  it('gets a new token once after 401', async () => {
    serve((token) => token === 'Bearer token-2');
    await service().request({ method: 'GET', path: '/thing' });
    const idp = [application().tenantId, undefined];
    expect(requests()).toEqual([idp, ['service', 'Bearer token-1'], idp, ['service', 'Bearer token-2']]);
  });

  it('refuses when the new token is rejected too', async () => {
    serve(() => false);
    await expect(service().request({ method: 'GET', path: '/thing' })).rejects.toMatchObject({ status: 401 });
    expect(peer.received).toHaveLength(4);
  });

  it('repeats a token request that got no answer', async () => {
    serve(() => true);
    peer.script.push((response) => response.destroy(), problem(500, 'no'));
    await service().request({ method: 'GET', path: '/thing' });
    expect(peer.received).toHaveLength(4);
  });

  it('does not wait longer than its time limit for a token', async () => {
    peer.otherwise = silence;
    const patient = createAuthoriser(
      { ...application(), clientSecret: 'a secret' },
      { fetch, now: () => now, timeout: 20 },
    );
    await expect(patient.header()).rejects.toThrow('No answer within 20 ms');
  });
});
