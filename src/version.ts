import { readFileSync } from 'node:fs';

/** The version of the service. Source and build are each in a folder beside `package.json`, also in the package. */
export function serviceVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
