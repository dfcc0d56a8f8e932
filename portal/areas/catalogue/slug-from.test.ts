import { expect, it } from 'vitest';
import { slugFrom } from './slug-from.ts';

it.each([
  ['Aqueduct', 'aqueduct'],
  ['Standard, monthly', 'standard-monthly'],
  ['  Café (2026)! ', 'cafe-2026'],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ['世界', ''],
])('%j suggests the slug %j', (name, slug) => {
  expect(slugFrom(name)).toBe(slug);
});
