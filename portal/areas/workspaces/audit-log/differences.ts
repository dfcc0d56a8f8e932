import { exactTime } from '../../../parts/exact-time.ts';

/** One changed member as text; null: absent. */
export interface Difference {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The changed members; all members of an added or removed object. */
export function differences(before: object | null, after: object | null): readonly Difference[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name: nameOf(name), before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((difference) => difference.before !== difference.after);
}

/** The best name of the object that an entry records. */
export function titleOf(before: object | null, after: object | null): string | null {
  const facts = leavesOf(after ?? before);
  for (const name of ['name', 'email', 'title', 'slug', 'url', 'product', 'plan']) {
    const title = facts.get(name);
    if (title) return title;
  }
  return null;
}

function leavesOf(value: object | null, path = ''): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const [key, inner] of Object.entries(value ?? {})) {
    const name = path ? `${path} ${key}` : key;
    if (isPlain(inner)) for (const [leaf, text] of leavesOf(inner, name)) leaves.set(leaf, text);
    else if (inner !== null && inner !== undefined) leaves.set(name, textOf(inner));
  }
  return leaves;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join(', ');
  if (isPlain(value)) return JSON.stringify(value);
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? exactTime(text) : text;
}

/** `validUntil` is read as `valid until`. */
const nameOf = (path: string) =>
  path.replaceAll(/([a-z\d])([A-Z])/g, (_, one, other) => `${one} ${other.toLowerCase()}`);
