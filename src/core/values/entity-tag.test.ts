import { expect, it } from 'vitest';
import { isCurrent, namesEntityTag, readRevisionTag, revisionTag } from './entity-tag.ts';

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
])('If-None-Match with %s', (_case, header, expected) => {
  expect(namesEntityTag(header, 'W/"abc"')).toBe(expected);
});

it.each([
  ['"7"', 7],
  [' W/"7" ', 7],
  ['*', 'any'],
  ['7', undefined],
  ['"x"', undefined],
  ['"7", "8"', undefined],
  ['', undefined],
])('If-Match %s is parsed as revision %s', (written, revision) => {
  expect(readRevisionTag(written)).toBe(revision);
});

it('an ETag is current while the revision is unchanged', () => {
  expect(readRevisionTag(revisionTag({ revision: 12 }))).toBe(12);
  expect([
    isCurrent({ revision: 2 }, 2),
    isCurrent({ revision: 2 }, 1),
    isCurrent({ revision: 2 }, 'any'),
  ]).toEqual([true, false, true]);
});
