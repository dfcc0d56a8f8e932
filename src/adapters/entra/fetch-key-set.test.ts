import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CLIENT, NORTHWIND, sampleDirectory } from '../../../emulators/entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import { localExchange, scriptedExchange } from '../../../tests/support/peers/local-exchange.ts';
import { fetchKeySet, type Provider } from './fetch-key-set.ts';

const never = new AbortController().signal;

describe('fetching a key set', () => {
  let emulator: EntraEmulator;
  let provider: Provider;
  beforeAll(async () => {
    emulator = await startEntraEmulator(sampleDirectory, { signingKeys: inject('rsaKeys') });
    provider = {
      authUrl: emulator.url,
      exchange: localExchange,
      budgetMilliseconds: 5_000,
      stopped: never,
    };
  });
  afterAll(() => emulator.close());

  it('returns the issuer and the keys of the requested version', async () => {
    const newer = await fetchKeySet(provider, NORTHWIND, '2.0');
    expect(newer).toMatchObject({ outcome: 'fetched', issuer: `${emulator.url}/${NORTHWIND}/v2.0` });
    // Three keys are published; that of the personal accounts does not belong to this tenant.
    expect(newer).toHaveProperty('keys.size', 2);
    const older = await fetchKeySet(provider, NORTHWIND, '1.0');
    expect(older).toMatchObject({ outcome: 'fetched', issuer: `https://sts.windows.net/${NORTHWIND}/` });
    expect(older).toHaveProperty('keys.size', 2);
  });

  it('recognises an unknown tenant', async () => {
    expect(await fetchKeySet(provider, CLIENT, '2.0')).toEqual({ outcome: 'unknown-tenant' });
  });

  it('ends within the budget, or when stopped, while the provider hangs', async () => {
    emulator.setFault({ kind: 'hanging' });
    const hurried = { ...provider, budgetMilliseconds: 50 };
    expect(await fetchKeySet(hurried, NORTHWIND, '2.0')).toEqual({ outcome: 'unreachable' });
    const stopping = new AbortController();
    const stopped = fetchKeySet({ ...provider, stopped: stopping.signal }, NORTHWIND, '2.0');
    stopping.abort();
    expect(await stopped).toEqual({ outcome: 'unreachable' });
    const late = fetchKeySet({ ...provider, stopped: stopping.signal }, NORTHWIND, '2.0');
    expect(await late).toEqual({ outcome: 'unreachable' });
  });
});

describe('a key set response', () => {
  const issuer = `https://login.example/${NORTHWIND}/v2.0`;
  const document = { issuer, jwks_uri: 'https://login.example/keys' };
  const published = createPublicKey(inject('rsaKeys')[0].certificate);
  const jwk = { ...published.export({ format: 'jwk' }), kid: 'one', use: 'sig' };
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;

  const fetched = (documentResponse: () => Response, keysResponse: () => Response) =>
    fetchKeySet(
      {
        authUrl: 'https://login.example',
        exchange: scriptedExchange(({ address }) =>
          address.endsWith('/openid-configuration') ? documentResponse() : keysResponse(),
        ),
        budgetMilliseconds: 5_000,
        stopped: never,
      },
      NORTHWIND,
      '2.0',
    );
  const fetchedKeys = (keys: unknown) =>
    fetched(
      () => Response.json(document),
      () => Response.json({ keys }),
    );

  const endless = () =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)) }),
    );
  const unusable: [string, () => Response][] = [
    ['not JSON', () => new Response('<html>')],
    ['null', () => Response.json(null)],
    ['empty', () => new Response('')],
    ['without end', endless],
    ['a server’s fault', () => Response.json({ ...document, keys: [jwk] }, { status: 500 })],
    ['a 400 that is not about the tenant', () => Response.json({ error: 'blocked' }, { status: 400 })],
    ['no issuer, no keys', () => Response.json({})],
    [
      'one with too many values',
      () => Response.json({ ...document, keys: [jwk], more: Array.from({ length: 20_000 }, () => 0) }),
    ],
  ];
  it.each(unusable)('is refused when the document is %s', async (_name, answer) => {
    expect(await fetched(answer, () => Response.json({ keys: [jwk] }))).toEqual({ outcome: 'unreachable' });
  });
  it.each(unusable)('is refused when the keys are %s', async (_name, answer) => {
    expect(await fetched(() => Response.json(document), answer)).toEqual({ outcome: 'unreachable' });
  });
  it.each([
    ['http://login.example/keys'],
    ['https://login.example:8443/keys'],
    ['https://keys.login.example/keys'],
    ['https://login.example.evil.example/keys'],
    ['https://login.example@evil.example/keys'],
    ['https://169.254.169.254/latest/meta-data'],
    ['file:///keys'],
    ['keys'],
    [7],
  ])('is refused when the keys are at %s', async (address) => {
    const answer = () => Response.json({ ...document, jwks_uri: address });
    expect(await fetched(answer, () => Response.json({ keys: [jwk] }))).toEqual({ outcome: 'unreachable' });
  });

  const keyCases: [string, unknown, boolean][] = [
    ['plain', jwk, true],
    ['for no stated use', { ...jwk, use: undefined }, true],
    ['with the issuer', { ...jwk, issuer }, true],
    ['with the issuer’s template', { ...jwk, issuer: 'https://login.example/{tenantid}/v2.0' }, true],
    ['with another tenant’s issuer', { ...jwk, issuer: `https://login.example/${CLIENT}/v2.0` }, false],
    ['with an issuer that is no text', { ...jwk, issuer: 7 }, false],
    ['for encryption', { ...jwk, use: 'enc' }, false],
    ['without id', { ...jwk, kid: undefined }, false],
    ['too small', { ...small.export({ format: 'jwk' }), kid: 'one' }, false],
    ['of another kind', { kty: 'oct', k: 'c2VjcmV0', kid: 'one' }, false],
    ['of no sense', { ...jwk, n: '', e: '' }, false],
    ['null', null, false],
  ];
  it.each(keyCases)('with a key %s', async (_name, key, isTaken) => {
    const other = { ...jwk, kid: 'other' };
    const result = await fetchedKeys([key, other]);
    expect(result.outcome === 'fetched' && [...result.keys.keys()]).toEqual(
      isTaken ? ['one', 'other'] : ['other'],
    );
    expect((await fetchedKeys([key])).outcome).toBe(isTaken ? 'fetched' : 'unreachable');
  });

  it('with more than a hundred keys has only the first hundred', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ ...jwk, kid: `key-${index}` }));
    expect(await fetchedKeys(many)).toHaveProperty('keys.size', 100);
  });

  it('with a redirect is not followed', async () => {
    const elsewhere = () =>
      new Response(null, { status: 302, headers: { location: 'https://login.example/' } });
    const keys = () => Response.json({ keys: [jwk] });
    expect(await fetched(elsewhere, keys)).toEqual({ outcome: 'unreachable' });
    expect(await fetched(() => Response.json(document), elsewhere)).toEqual({ outcome: 'unreachable' });
  });
});
