import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readOwnPath } from './begin-sign-in.ts';

it.each(['/', '/marketplace/landing/1?token=a%2Bb', '/portal#usage', '/a/../b'])('accepts %s', (path) => {
  const base = 'https://tessera.example';
  expect(new URL(readOwnPath(path) ?? '', base).href).toBe(new URL(path, base).href);
});

it.each([
  '',
  'portal',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  ' //elsewhere.example',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
  'javascript:alert(1)',
])('refuses %j', (path) => {
  expect(readOwnPath(path)).toBeUndefined();
});

it('never redirects a browser to another origin', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '\t',
    '\n',
    '\r',
    ' ',
    'x',
    'elsewhere.example',
    '%2f',
    '?',
    '#',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = readOwnPath(`/${pieces.join('')}`);
      if (path === undefined) return;
      expect(new URL(path, 'https://tessera.example').origin).toBe('https://tessera.example');
    }),
  );
});
