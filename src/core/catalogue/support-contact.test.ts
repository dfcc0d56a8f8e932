import { expect, it } from 'vitest';
import { isSupportContact, supportLink } from './product-brand.ts';

it.each([
  ['help@arcadia.example', 'mailto:help@arcadia.example'],
  ['first.last+forum@arcadia.example', 'mailto:first.last+forum@arcadia.example'],
  ['https://arcadia.example/help', 'https://arcadia.example/help'],
])('%s leads to %s', (contact, link) => {
  expect(isSupportContact(contact)).toBe(true);
  expect(supportLink(contact)).toBe(link);
});

it.each([
  'help',
  'help@arcadia',
  'a@b.example?bcc=c@d.example',
  'a b@c.example',
  'javascript:alert(1)',
  'http://arcadia.example',
  `https://arcadia.example/${'a'.repeat(254)}`,
  '',
])('%j is no contact', (text) => {
  expect(isSupportContact(text)).toBe(false);
});
