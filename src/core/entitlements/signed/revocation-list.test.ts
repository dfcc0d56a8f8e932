import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RevokedFile, revocationList } from './revocation-list.ts';

const now = new Date('2026-11-15T09:20:30.500Z');
const at = (text: string) => new Date(text);
const seconds = (text: string) => Date.parse(text) / 1_000;

const file = (rest: Partial<RevokedFile> = {}): RevokedFile => ({
  licenceFileId: 'a',
  expiresAt: at('2027-01-01T00:00:00.000Z'),
  graceSeconds: 3_600,
  revokedAt: at('2026-11-01T00:00:00.000Z'),
  ...rest,
});

describe('the revocation list', () => {
  it('is dated by the hour, and by a later revocation', () => {
    const hour = seconds('2026-11-15T09:00:00Z');
    expect(revocationList('i', [file()], now)).toEqual({
      iss: 'i',
      iat: hour,
      exp: hour + 86_400,
      nextUpdate: hour + 86_400,
      revoked: [
        { jti: 'a', exp: seconds('2027-01-01T00:00:00Z'), revokedAt: seconds('2026-11-01T00:00:00Z') },
      ],
    });
    const recent = file({ revokedAt: at('2026-11-15T09:10:00.900Z') });
    expect(revocationList('i', [recent], now).iat).toBe(seconds('2026-11-15T09:10:00Z'));
  });

  it.each([
    ['2026-11-15T08:00:01.000Z', 1],
    ['2026-11-15T08:00:00.000Z', 0],
  ])('lists a file that expires at %s with an hour of grace: %i', (expiresAt, count) => {
    expect(revocationList('i', [file({ expiresAt: at(expiresAt) })], now).revoked).toHaveLength(count);
  });

  it('is the same whatever the order of the files, and sorted by id', () => {
    const anyFile = fc.uuid().map((licenceFileId) => file({ licenceFileId }));
    fc.assert(
      fc.property(fc.uniqueArray(anyFile, { selector: (one) => one.licenceFileId }), (files) => {
        const list = revocationList('i', files, now);
        expect(list).toEqual(revocationList('i', files.toReversed(), now));
        const ids = list.revoked.map(({ jti }) => jti);
        expect(ids).toEqual(ids.toSorted());
      }),
    );
  });
});
