import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariables, theme } from './theme.ts';

const { light, dark } = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme));
const grounds = [
  '--mantine-color-body',
  '--portal-ground',
  '--portal-raised',
  '--portal-hover',
  '--portal-chosen',
];

/** As WCAG defines it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it('knows the contrast of black and white', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
});

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme, on every ground', (_, variables) => {
  const of = (name: string) => (variables as Readonly<Record<string, string>>)[name] ?? '';
  it.each(grounds)('a field or an unchecked checkbox has a border of 3 to 1: %s', (ground) => {
    expect(contrast(of('--portal-control-line'), of(ground))).toBeGreaterThanOrEqual(3);
  });

  it.each(grounds.slice(0, 3))('dimmed text has 4.5 to 1: %s', (ground) => {
    expect(contrast(of('--mantine-color-dimmed'), of(ground))).toBeGreaterThanOrEqual(4.5);
  });
});
