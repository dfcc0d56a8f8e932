const namesOfWrites = new Map<string, string>();

/** Lets `DatabaseClient` prepare the statement with this text under a name: the query builder passes on no name. */
export function nameWrite(text: string, name: string): void {
  namesOfWrites.set(text, name);
}

export function nameOfWrite(text: string): string | undefined {
  return namesOfWrites.get(text);
}
