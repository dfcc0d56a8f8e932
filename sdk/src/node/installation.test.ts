import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holder, issuer, licenceClaims, licenceFile, SigningKey } from '../../tests/support/licence-files.ts';
import { readUsage } from '../../tests/support/usage-files.ts';
import { thumbprintOf } from '../offline/ed25519.ts';
import { openOffline } from '../offline/open-offline.ts';
import type { Offline } from '../offline/types.ts';
import { fileJournal } from './file-journal.ts';
import { openInstallation } from './installation.ts';
import { writeUsageFile } from './usage-files.ts';

const key = new SigningKey();
let folder: string;
let opened: Offline[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-installation-'));
});
afterEach(async () => {
  for (const offline of opened) await offline.close();
  opened = [];
  await rm(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);

/** Writes a licence file for the installation. Returns its id. */
async function license(bind?: string): Promise<string> {
  const { installationKey } = await openInstallation(folder);
  const issued = Math.floor(Date.now() / 1_000);
  const claims = licenceClaims({
    iat: issued,
    nbf: issued,
    exp: issued + 86_400,
    bind: bind ?? (await thumbprintOf(installationKey)),
  });
  await writeFile(path('licence.tessera-licence'), licenceFile(key.token(claims)));
  return String(claims.jti);
}

async function start(): Promise<Offline> {
  const offline = await openOffline({
    product: 'aqueduct',
    keys: key.jwks,
    ...(await openInstallation(folder)),
  });
  opened.push(offline);
  return offline;
}

const publicKey = async () => (await openInstallation(folder)).installationKey.x;
const usageIn = async (name: string) => readUsage(path(name), await publicKey());

describe('an installation', () => {
  it('has one key, readable for its owner only', async () => {
    const made = await Promise.all([1, 2, 3].map(() => openInstallation(folder)));
    expect(new Set(made.map(({ installationKey }) => JSON.stringify(installationKey))).size).toBe(1);
    expect((await stat(path('installation-key.json'))).mode & 0o777).toBe(0o600);
    expect(made[0]?.licence).toBe('');
  });

  it('says what to do about a damaged key', async () => {
    for (const text of ['', '{}', '{"kty":"OKP"']) {
      await writeFile(path('installation-key.json'), text);
      await expect(openInstallation(folder)).rejects.toThrow(/is damaged: restore it, or delete it/);
    }
  });

  it('answers from its licence file, and from its store when that is gone', async () => {
    await license();
    expect((await start()).can('scheduling')).toBe(true);
    await opened[0]?.close();
    await rm(path('licence.tessera-licence'));
    expect((await start()).can('scheduling')).toBe(true);
  });

  it('refuses the licence file of another installation', async () => {
    await license(key.kid);
    await expect(start()).rejects.toMatchObject({ code: 'bound_elsewhere' });
  });
});

describe('a usage file', () => {
  it('has what was tracked, signed by the installation, each event in one file', async () => {
    const lic = await license();
    const offline = await start();
    await offline.track('api-calls', 2, { id: 'one' });
    await offline.track('api-calls', undefined, { id: 'two', uniqueKey: 'machine-1' });
    expect(await writeUsageFile(folder, { out: path('1') })).toEqual({
      sequence: 1,
      events: 2,
      isRepeated: false,
      isComplete: true,
    });
    const first = await usageIn('1');
    expect(first).toMatchObject({ lic, iss: issuer, aud: 'aqueduct', sub: holder, seq: 1 });
    expect(first).toMatchObject({ header: { alg: 'EdDSA', typ: 'tessera-usage+jwt' } });
    expect(first.events).toMatchObject([
      { id: 'one', dimension: 'api-calls', quantity: 2 },
      { id: 'two', dimension: 'api-calls', quantity: 1, uniqueKey: 'machine-1' },
    ]);
    // The application runs on.
    await offline.track('api-calls', 3, { id: 'three' });
    await offline.close();
    expect(await writeUsageFile(folder, { out: path('2') })).toMatchObject({ sequence: 2, events: 1 });
    expect((await usageIn('2')).events.map(({ id }) => id)).toEqual(['three']);
    expect(await writeUsageFile(folder, { out: path('3') })).toBeUndefined();
  });

  it('that did not reach its path is written again, as it was', async () => {
    await license();
    const offline = await start();
    await offline.track('api-calls', 1, { id: 'one' });
    await expect(writeUsageFile(folder, { out: path('nowhere/1') })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await offline.track('api-calls', 1, { id: 'two' });
    const made = await readFile(path('usage/000001.undelivered'), 'utf8');
    expect(await writeUsageFile(folder, { out: path('1') })).toMatchObject({ sequence: 1, isRepeated: true });
    expect(await readFile(path('1'), 'utf8')).toBe(made);
    expect(await writeUsageFile(folder, { out: path('2') })).toMatchObject({
      sequence: 2,
      isRepeated: false,
    });
    expect((await usageIn('2')).events.map(({ id }) => id)).toEqual(['two']);
  });

  it('whose writer was killed before the journal knew has its events alone', async () => {
    await license();
    const offline = await start();
    await offline.track('api-calls', 1, { id: 'one' });
    await writeUsageFile(folder, { out: path('1') });
    // As if the first had not been settled.
    await offline.track('api-calls', 1, { id: 'one' });
    await offline.track('api-calls', 1, { id: 'two' });
    await writeUsageFile(folder, { out: path('2') });
    expect((await usageIn('2')).events.map(({ id }) => id)).toEqual(['two']);
    expect(await writeUsageFile(folder, { out: path('3') })).toBeUndefined();
  });

  it('has at most 10,000 events of its own tenant, and the next one the rest', async () => {
    await license();
    const journal = fileJournal(path('journal'));
    const event = {
      tenantId: holder,
      product: 'aqueduct',
      dimension: 'api-calls',
      occurredAt: new Date().toISOString(),
    };
    await journal.append({ ...event, id: 'foreign', tenantId: 'b0000000-0000-4000-8000-000000000002' });
    const appended = Array.from({ length: 10_001 }, (_, index) =>
      journal.append({ ...event, id: `event-${index}` }),
    );
    await Promise.all(appended);
    await journal.close();
    expect(await writeUsageFile(folder, { out: path('1') })).toMatchObject({ events: 10_000 });
    expect((await stat(path('1'))).size).toBeLessThan(4_194_304);
    expect(await writeUsageFile(folder, { out: path('2') })).toMatchObject({ events: 1 });
    const ids = [...(await usageIn('1')).events, ...(await usageIn('2')).events].map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([10_001, 10_001]);
  });

  it('has at most 4 MB', async () => {
    await license();
    const journal = fileJournal(path('journal'));
    const event = { tenantId: holder, product: 'aqueduct', occurredAt: new Date().toISOString() };
    const dimension = 'x'.repeat(500);
    const appended = Array.from({ length: 6_000 }, (_, index) =>
      journal.append({ ...event, id: `event-${index}`, dimension }),
    );
    await Promise.all(appended);
    await journal.close();
    const first = await writeUsageFile(folder, { out: path('1') });
    const second = await writeUsageFile(folder, { out: path('2') });
    expect((first?.events ?? 0) + (second?.events ?? 0)).toBe(6_000);
    expect((await stat(path('1'))).size).toBeLessThan(4_194_304);
  });

  it('needs an installation, and a licence file that is bound to it', async () => {
    await expect(writeUsageFile(folder, { out: path('1') })).rejects.toThrow(/has no installation/);
    await license(key.kid);
    await expect(writeUsageFile(folder, { out: path('1') })).rejects.toThrow(
      /is not bound to this installation/,
    );
  });
});
