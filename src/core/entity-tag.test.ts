import { expect, it } from 'vitest';
import { namesEntityTag } from './entity-tag.ts';

it.each([
  ['the tag itself', 'W/"abc"', true],
  ['the strong form of it', '"abc"', true],
  ['a list with it', '"x", W/"abc" ,"y"', true],
  ['a list without blanks', '"x",W/"abc"', true],
  ['any', '*', true],
  ['any, with blanks', ' * ', true],
  ['another tag', 'W/"abd"', false],
  ['a tag that contains it', 'W/"xabc"', false],
  ['a tag with a comma in it', '"a,bc"', false],
  ['the text without quotes', 'abc', false],
  ['nothing', '', false],
])('%s', (_case, header, expected) => {
  expect(namesEntityTag(header, 'W/"abc"')).toBe(expected);
});
