/** A control command that cannot be carried out. Its message is the answer to the sender. */
export class CommandError extends Error {}

export type Members = Readonly<Record<string, unknown>>;

/** Reads a JSON object. Errors of these readers name the missing or malformed member. */
export function readMembers(body: string): Members {
  try {
    return members(JSON.parse(body), 'the body');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('the body must be JSON');
  }
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a JSON object; undefined for any other text. */
export function parseObject(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function members(value: unknown, what: string): Members {
  if (isObject(value)) return value;
  throw new CommandError(`${what} must be an object`);
}

export function text(read: Members, name: string): string {
  const value = read[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new CommandError(`${name} must be a text`);
}

export function list(read: Members, name: string): readonly unknown[] {
  const value = read[name];
  if (Array.isArray(value)) return value;
  throw new CommandError(`${name} must be a list`);
}

export function texts(read: Members, name: string): readonly string[] {
  return list(read, name).map(String);
}

export function flag(read: Members, name: string): boolean {
  const value = read[name];
  if (typeof value === 'boolean') return value;
  throw new CommandError(`${name} must be true or false`);
}

export function wholeNumber(read: Members, name: string): number {
  const value = read[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new CommandError(`${name} must be a whole number`);
}

/** An object with the member, or an empty one when the member is absent. */
export function optional<Name extends string, Value>(
  read: Members,
  name: Name,
  reader: (read: Members, name: string) => Value,
): { readonly [Key in Name]?: Value } {
  if (read[name] === undefined) return {};
  return { [name]: reader(read, name) } as { readonly [Key in Name]?: Value };
}
