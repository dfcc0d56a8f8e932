import type { ValidationIssue } from '../refusal.ts';

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** PostgreSQL cannot store NUL or an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** Whether a text has at most this number of characters (code points). Only a text of about that length is counted. */
export function hasAtMost(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && [...text].length <= characters;
}

/** Whether a text has at least this number of characters. */
export function hasAtLeast(text: string, characters: number): boolean {
  return !hasAtMost(text, characters - 1);
}

/** Control characters, line breaks, and marks that change the direction of the text around them. */
const misleading = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Whether people can be shown the name, also within a sentence or a mail: one line that is not blank. */
export function isName(text: string, maxLength = 200): boolean {
  return text.length <= maxLength && text.trim() !== '' && text.search(misleading) < 0;
}

export const nameMessage = (maxLength = 200) =>
  `must be one line of 1 to ${maxLength} characters, not all blank, without control or text-direction characters`;

/** The issue of a name that people would be shown. */
export function nameIssues(path: string, name: string, maxLength?: number): readonly ValidationIssue[] {
  return isName(name, maxLength) ? [] : [{ path, rule: 'name', message: nameMessage(maxLength) }];
}

/** Makes one line of a text from outside, without the characters that a name must not have. */
export function asOneLine(text: string): string {
  return text.replaceAll(misleading, ' ').trim();
}

export const storableMessage = 'must not contain the character NUL or an unpaired surrogate';

const maxIssues = 100;
/** Refusals shorten longer paths. Copying a name of a megabyte into each issue would take a hundred times its memory. */
const maxPathLength = 1_000;

/** Issues for each text in a parsed JSON value that cannot be stored, member names included. */
export function unstorableText(value: unknown): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  // A stack instead of recursion: deep nesting would overflow the call stack.
  const waiting: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }];
  const complain = (path: string) => issues.push({ path, rule: 'text', message: storableMessage });
  for (let next = waiting.pop(); next && issues.length < maxIssues; next = waiting.pop()) {
    const { path, value: found } = next;
    if (typeof found === 'string' && !isStorable(found)) complain(path);
    if (typeof found !== 'object' || found === null) continue;
    for (const [name, member] of Object.entries(found).reverse()) {
      const place = path.length < maxPathLength ? joined(path, name.slice(0, maxPathLength)) : path;
      if (!isStorable(name)) complain(place);
      waiting.push({ path: place, value: member });
    }
  }
  return issues;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
