const namesOfWrites = new Map<string, string>();

/** Registers the name under which `DatabaseClient` prepares this text: the query builder passes no name on. */
export function nameWrite(text: string, name: string): void {
  namesOfWrites.set(text, name);
}

export function nameOfWrite(text: string): string | undefined {
  return namesOfWrites.get(text);
}
