import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { licenceClaims, licenceFile, revocationList, SigningKey } from '../../tests/support/licence-files.ts';
import { readSigned } from '../../tests/support/usage-files.ts';
import { fileJournal } from '../node/file-journal.ts';
import { runOffline } from './offline.ts';

const key = new SigningKey();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-offline-'));
  await writeFile(path('jwks.json'), JSON.stringify(key.jwks));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const path = (name: string) => join(folder, name);

async function call(...args: string[]) {
  let out = '';
  let error = '';
  const code = await runOffline(args, {
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
  });
  return { code, out, error };
}

const second = () => Math.floor(Date.now() / 1_000);

async function write(name: string, change: object = {}) {
  const claims = licenceClaims({ iat: second(), nbf: second(), exp: second() + 86_400, ...change });
  await writeFile(path(name), licenceFile(key.token(claims)));
  return claims;
}

const installation = async () => JSON.parse(await readFile(path('home/installation-key.json'), 'utf8'));

describe('tessera-offline', () => {
  it('request makes a key and asks for a licence file that is bound to it', async () => {
    const asked = ['request', '--product', 'aqueduct', '--name', 'Plant 4', '--folder', path('home')];
    const { code, out } = await call(...asked, '--out', path('request'));
    const text = await readFile(path('request'), 'utf8');
    const { x, d } = await installation();
    const claims = readSigned(text, 'REQUEST', x);
    expect(claims).toMatchObject({
      name: 'Plant 4',
      aud: 'aqueduct',
      jwk: { kty: 'OKP', crv: 'Ed25519', x },
    });
    expect(claims).toMatchObject({ header: { typ: 'tessera-request+jwt', alg: 'EdDSA' } });
    const { kid } = Object(claims.header);
    expect([code, out]).toEqual([0, expect.stringContaining(kid)]);
    expect([text.length < 4_096, text.includes(d)]).toEqual([true, false]);
    // The same key again.
    expect(readSigned((await call(...asked)).out, 'REQUEST', x)).toMatchObject({ header: { kid } });
  });

  it('verify says what a file is worth', async () => {
    const claims = await write('licence');
    const verified = await call(
      'verify',
      path('licence'),
      '--keys',
      path('jwks.json'),
      '--folder',
      path('home'),
    );
    expect(verified).toMatchObject({ code: 0, error: '' });
    for (const fact of ['Active', claims.jti, 'aqueduct', 'scheduling', 'pipelines 25', 'no installation']) {
      expect(verified.out).toContain(fact);
    }
    await writeFile(path('revoked'), revocationList(key, [String(claims.jti)]));
    const revoked = await call(
      'verify',
      path('licence'),
      '--keys',
      path('jwks.json'),
      '--revoked',
      path('revoked'),
    );
    expect(revoked).toMatchObject({ code: 1, error: expect.stringContaining('is revoked: ask for another') });
  });

  it.each([
    ['ended', { exp: 1_000_000_000 }, 'has ended'],
    ['bound elsewhere', { bind: key.kid }, 'ask for a file with the request of this installation'],
    ['of a clock ahead', { nbf: 4_000_000_000 }, 'set the clock'],
  ])('verify refuses a file that has %s', async (_name, change, sentence) => {
    await write('refused', change);
    const { code, error } = await call(
      'verify',
      path('refused'),
      '--keys',
      path('jwks.json'),
      '--folder',
      path('home'),
    );
    expect([code, error]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it('verify refuses an unknown key, and says what is wrong with files', async () => {
    await writeFile(path('other.json'), JSON.stringify(new SigningKey().jwks));
    await writeFile(path('text'), 'text');
    await write('licence');
    const cases = [
      [['verify', path('licence'), '--keys', path('other.json')], 1, 'not among the pinned keys'],
      [['verify', path('licence'), '--keys', path('text')], 1, 'is not JSON'],
      [['verify', path('licence'), '--keys', path('nothing')], 1, 'ENOENT'],
      [['verify', path('text'), '--keys', path('jwks.json')], 1, 'This is no file of Tessera'],
      [['show', path('text')], 1, 'is not a licence, request or usage file'],
    ] as const;
    for (const [args, code, sentence] of cases) {
      expect(await call(...args)).toMatchObject({ code, out: '', error: expect.stringContaining(sentence) });
    }
  });

  it('show prints each kind of file', async () => {
    const claims = await write('licence');
    expect(JSON.parse((await call('show', path('licence'))).out)).toEqual(claims);
    expect(JSON.parse((await call('show', path('request'))).out)).toMatchObject({ name: 'Plant 4' });
  });

  it('usage writes what was tracked', async () => {
    const { x } = await installation();
    const { header } = readSigned(await readFile(path('request'), 'utf8'), 'REQUEST', x);
    const { sub } = await write('bound', { bind: Object(header).kid });
    const usage = ['usage', '--out', path('usage'), '--licence', path('bound'), '--folder', path('home')];
    expect(await call(...usage)).toMatchObject({
      code: 0,
      out: expect.stringContaining('There is no usage'),
    });
    const journal = fileJournal(path('home/journal'));
    const occurredAt = new Date().toISOString();
    await journal.append({
      id: 'one',
      tenantId: String(sub),
      product: 'aqueduct',
      dimension: 'api-calls',
      occurredAt,
    });
    await journal.close();
    expect(await call(...usage)).toMatchObject({
      code: 0,
      out: expect.stringContaining('usage file 1 of this installation: 1 event.'),
    });
    expect(JSON.parse((await call('show', path('usage'))).out)).toMatchObject({
      seq: 1,
      events: [{ id: 'one' }],
    });
  });

  it('explains itself, and what is wrong with a call', async () => {
    expect(await call('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('tessera-offline request'),
    });
    const wrong = [
      [[], 'Give a command.'],
      [['activate'], 'There is no command "activate".'],
      [['request', '--product', 'aqueduct'], 'Give request --name.'],
      [['verify', '--keys', 'x'], 'Give verify a file.'],
      [['show', 'x', '--keys', 'y'], 'show does not take keys.'],
      [['usage', 'x', '--out', 'y'], 'usage does not take x.'],
      [['show', 'x', 'y'], 'show does not take y.'],
      [['request', '--nme', 'x'], "Unknown option '--nme'"],
      [
        ['request', '--product', 'aqueduct', '--name', ' ', '--folder', path('home')],
        'use 1 to 100 characters',
      ],
    ] as const;
    for (const [args, sentence] of wrong) {
      expect(await call(...args)).toMatchObject({ code: 2, error: expect.stringContaining(sentence) });
    }
  });
});
