import { describe, expect, it } from 'vitest';
import type { LicenceFile } from '../../entitlements/signed/licence-file.ts';
import { isRefusal, refuse } from '../../refusal.ts';
import { isRefusedEvent } from './event.ts';
import {
  checkUsageFile,
  installationOfUsage,
  outcomeOf,
  readFileEvent,
  readUsageFile,
  refusedCount,
  type UnverifiedUsageFile,
} from './usage-file.ts';

const now = new Date('2026-11-15T09:30:00.000Z');
const seconds = now.getTime() / 1_000;
const licenceFileId = '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7';
const usageFileId = '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8';
const tenantId = 'b0000000-0000-4000-8000-000000000001';
const issuer = 'https://tessera.example/workspace';
const actor = { kind: 'Member', id: 'any', name: 'Ada' } as const;
const licence: LicenceFile = {
  licenceFileId,
  tenantId,
  product: 'aqueduct',
  kid: 'kid',
  version: 3,
  issuedAt: now,
  issuedBy: actor,
  expiresAt: new Date('2027-11-15T09:30:00.000Z'),
  graceSeconds: 60,
  installation: { name: 'Plant 7', publicKey: 'x', thumbprint: 'thumb' },
  replaces: null,
  revokedAt: null,
  revokedBy: null,
  revokeReason: null,
};
const kid = 'thumb';
const claims = {
  iat: seconds,
  jti: usageFileId,
  lic: licenceFileId,
  iss: issuer,
  aud: 'aqueduct',
  sub: tenantId,
  seq: 1,
};

function unverified(rest: object = {}): UnverifiedUsageFile {
  const file = readUsageFile({ kid, claims: { ...claims, ...rest } });
  if (isRefusal(file)) throw new Error(file.detail);
  return file;
}

describe('a usage file', () => {
  it('names its licence file and its key', () => {
    expect(unverified()).toMatchObject({ licenceFileId, kid });
  });

  it.each<[string, unknown]>([
    ['no file', null],
    ['no claims', { kid, claims: [] }],
    ['no licence file', { kid, claims: { ...claims, lic: 'any' } }],
  ])('is refused with %s', (_, file) => {
    expect(readUsageFile(file as Parameters<typeof readUsageFile>[0])).toMatchObject({
      code: 'usage_file.invalid',
    });
  });

  it('is checked with the key of the installation that the licence file is bound to', () => {
    expect(installationOfUsage(unverified(), licence)).toBe(licence.installation);
    const codeFor = (other: LicenceFile | undefined) => installationOfUsage(unverified(), other);
    expect(codeFor(undefined)).toMatchObject({ code: 'usage_file.licence_unknown' });
    expect(codeFor({ ...licence, installation: null })).toMatchObject({ code: 'usage_file.not_bound' });
    const elsewhere = { name: 'Plant 8', publicKey: 'y', thumbprint: 'other' };
    expect(codeFor({ ...licence, installation: elsewhere })).toMatchObject({
      code: 'usage_file.wrong_installation',
      args: { installation: 'Plant 8' },
    });
  });

  it('has an id and a number', () => {
    expect(checkUsageFile(unverified(), licence, issuer, now)).toEqual({ usageFileId, seq: 1 });
  });

  it.each<[string, object]>([
    ['issuer', { iss: 'https://elsewhere.example/workspace' }],
    ['product', { aud: 'forum' }],
    ['customer', { sub: 'b0000000-0000-4000-8000-000000000002' }],
    ['id', { jti: 'any' }],
    ['number', { seq: 0 }],
    ['number', { seq: 2 ** 31 }],
    ['number', { seq: '1' }],
    ['time', { iat: seconds + 2 * 24 * 3_600 }],
    ['time', { iat: null }],
  ])('is refused with another %s: %#', (_, rest) => {
    expect(checkUsageFile(unverified(rest), licence, issuer, now)).toMatchObject({
      code: 'usage_file.invalid',
    });
  });
});

describe('an event of a usage file', () => {
  const source = 'installation:thumb';
  const event = { id: 'e1', dimension: 'api-calls', quantity: '2.5', occurredAt: '2026-11-14T09:30:00Z' };

  it('is one of the customer and product of the licence file', () => {
    const written = { ...event, tenantId: 'other', product: 'forum', source: 'other', plan: 'any' };
    expect(readFileEvent(written, licence, source, now)).toMatchObject({
      id: 'e1',
      source,
      tenantId,
      product: 'aqueduct',
      plan: null,
      quantity: 2_500_000,
    });
  });

  it.each<[unknown, number | null]>([
    ['0.000001', 1],
    [0.000001, 1],
    ['1000000000', 1e15],
    [undefined, null],
  ])('has the exact quantity of %j', (quantity, expected) => {
    expect(readFileEvent({ ...event, quantity }, licence, source, now)).toMatchObject({ quantity: expected });
  });

  it.each<[string, unknown]>([
    ['no object', 7],
    ['a quantity in words', { ...event, quantity: 'one' }],
    ['too many decimals', { ...event, quantity: '0.0000001' }],
    ['a negative quantity', { ...event, quantity: -1 }],
    ['no time', { ...event, occurredAt: undefined }],
  ])('is refused with %s', (_, written) => {
    expect(isRefusedEvent(readFileEvent(written, licence, source, now))).toBe(true);
  });

  const revokedAt = new Date('2026-11-14T09:30:00Z');
  it.each<[string, string, string, boolean]>([
    ['before the revocation', 'Lost.', '2026-11-14T09:29:59Z', false],
    ['at the revocation', 'Lost.', '2026-11-14T09:30:00Z', true],
    ['after a replacement', 'replaced', '2026-11-15T09:30:00Z', false],
  ])('%s', (_, revokeReason, occurredAt, isRefused) => {
    const revoked = { ...licence, revokedAt, revokeReason };
    const read = readFileEvent({ ...event, occurredAt }, revoked, source, now);
    expect(isRefusedEvent(read)).toBe(isRefused);
  });
});

it('outcomes are counted', () => {
  const hour = new Date('2026-11-15T09:00:00.000Z');
  const refusal = refuse('metering.subscription_not_found', {}, 'None.');
  const written = [{}, {}, {}, { id: 'e4' }, { id: 7 }, 'e6'];
  const placed = [{ hour, isCarried: false }, 'Duplicate', { hour, isCarried: true }] as const;
  const refused = { code: 'metering.subscription_not_found', message: 'None.' };
  const outcome = outcomeOf(written, [...placed, refusal, refusal, refusal]);
  expect(refusedCount(outcome)).toBe(3);
  expect(outcome).toEqual({
    done: 6,
    accepted: 1,
    duplicate: 1,
    carried: 1,
    refused: [
      { id: 'e4', ...refused },
      { id: null, ...refused },
      { id: null, ...refused },
    ],
  });
});
