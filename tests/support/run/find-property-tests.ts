import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The test files below the folders that use fast-check. */
export function findPropertyTests(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name))
      .filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'")),
  );
}
