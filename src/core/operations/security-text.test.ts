import { expect, it } from 'vitest';
import { securityText } from './security-text.ts';

const now = new Date('2026-11-15T09:30:00.000Z');

it.each([
  [
    'of the operator',
    'https://tessera.example',
    'https://partner.example/report',
    'https://partner.example/report',
  ],
  ['of the host', 'https://tessera.example/below', null, 'mailto:security@tessera.example'],
])('security.txt names the contact %s', (_case, publicUrl, contact, expected) => {
  expect(securityText(publicUrl, contact, now)).toBe(
    `Contact: ${expected}\nExpires: 2027-02-13T00:00:00.000Z\nPreferred-Languages: en\n` +
      `Canonical: ${publicUrl}/.well-known/security.txt\n`,
  );
});

it('security.txt expires in the future, within a year', () => {
  const [, expires = ''] = /Expires: (.*)/.exec(securityText('https://tessera.example', null, now)) ?? [];
  const days = (Date.parse(expires) - now.getTime()) / (24 * 3_600_000);
  expect(days).toBeGreaterThan(80);
  expect(days).toBeLessThan(365);
});
