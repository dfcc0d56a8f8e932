import type { ValidationIssue } from './refusal.ts';

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Whether the database can store a text as it is: it has neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

export const storableMessage = 'must have neither the character NUL nor half of a surrogate pair';

/** Nobody reads more. */
const maxIssues = 100;

/** Where a parsed JSON value has text that cannot be stored, in names of members too. */
export function unstorableText(value: unknown): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  // A stack instead of recursion: a body may be nested deeper than calls can be.
  const waiting: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }];
  const complain = (path: string) => issues.push({ path, rule: 'text', message: storableMessage });
  for (let next = waiting.pop(); next && issues.length < maxIssues; next = waiting.pop()) {
    const { path, value: found } = next;
    if (typeof found === 'string' && !isStorable(found)) complain(path);
    if (typeof found !== 'object' || found === null) continue;
    for (const [name, member] of Object.entries(found).reverse()) {
      const place = path === '' ? name : `${path}.${name}`;
      if (!isStorable(name)) complain(place);
      waiting.push({ path: place, value: member });
    }
  }
  return issues;
}
