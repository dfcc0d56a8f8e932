import { expect, it } from 'vitest';
import { accentShades, contrast, isAccentColour, rgbOf } from './product-brand.ts';

it.each([
  ['#1a5fb4', true],
  ['#1A5FB4', true],
  ['1a5fb4', false],
  ['#abc', false],
  ['#1a5fb4ff', false],
  ['red', false],
  ['#1a5fb4;}body{display:none', false],
  ['#1a5fb4\n', false],
  ['', false],
])('whether %j is a colour: %s', (text, expected) => {
  expect(isAccentColour(text)).toBe(expected);
});

const channels = ['00', '33', '66', '99', 'cc', 'ff'];
const colours = channels.flatMap((red) =>
  channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
);

it('text stays readable with every colour, on light and dark pages, under the pointer too', () => {
  const ratio = (one: string, other: string) => contrast(rgbOf(one), rgbOf(other));
  const poor = colours.filter((colour) => {
    const { light, dark } = accentShades(colour);
    const pairs = [
      [light.accent, '#ffffff'],
      [light.accent, '#f4f3ef'],
      [light.accent, light.ink],
      [light.strong, light.ink],
      [light.strong, '#ffffff'],
      [dark.accent, '#1d2127'],
      [dark.accent, '#14171b'],
      [dark.accent, dark.ink],
      [dark.strong, dark.ink],
      [dark.strong, '#1d2127'],
    ] as const;
    return pairs.some(([one, other]) => ratio(one, other) < 4.5);
  });
  expect(poor).toEqual([]);
});

it('a readable colour stays as it is', () => {
  expect(accentShades('#1a5fb4').light.accent).toBe('#1a5fb4');
  expect(accentShades('#8ab8ff').dark.accent).toBe('#8ab8ff');
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
});
