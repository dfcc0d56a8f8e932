/**
 * The object that the bytes write; undefined if they are no UTF-8, no JSON, no object, or name a member twice: two readers
 * could take different ones.
 */
export function parseStrictObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return countMembers(value) === countWrittenMembers(text)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Of the object and of all in it. Without recursion, because arrays may be nested deeply. */
function countMembers(root: object): number {
  let count = 0;
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    if (!Array.isArray(value)) count += inner.length;
    for (const each of inner) rest.push(each);
  }
  return count;
}

/** In JSON, a colon outside of a string follows the name of a member. */
function countWrittenMembers(text: string): number {
  let count = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (character === ':' && !isInString) count++;
    else if (character === '\\') index++;
  }
  return count;
}
