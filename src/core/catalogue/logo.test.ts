import { expect, it } from 'vitest';
import { type LogoMediaType, logoIssues, maxLogoBytes } from './product-brand.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const png = '\x89PNG\r\n\x1a\n';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

it.each<[string, LogoMediaType, string, readonly string[]]>([
  ['a PNG', 'image/png', `${png}data`, []],
  ['a JPEG', 'image/jpeg', '\xff\xd8\xff\xe0', []],
  ['an SVG', 'image/svg+xml', svg, []],
  ['an SVG with a declaration', 'image/svg+xml', `<?xml version="1.0"?>\n<!-- logo -->\n${svg}`, []],
  ['an SVG with a byte order mark', 'image/svg+xml', `\xef\xbb\xbf${svg}`, []],
  ['a PNG as JPEG', 'image/jpeg', png, ['mediaType']],
  ['a page as SVG', 'image/svg+xml', '<!doctype html><svg></svg>', ['mediaType']],
  ['text as SVG', 'image/svg+xml', 'logo', ['mediaType']],
  ['XML without an image', 'image/svg+xml', '<?xml version="1.0"?><feed/>', ['mediaType']],
  ['an empty file', 'image/png', '', ['size']],
  ['the largest file', 'image/png', png.padEnd(maxLogoBytes, '.'), []],
  ['a larger file', 'image/png', png.padEnd(maxLogoBytes + 1, '.'), ['size']],
])('%s', (_case, mediaType, content, rules) => {
  expect(logoIssues(mediaType, bytes(content)).map(({ rule }) => rule)).toEqual(rules);
});
