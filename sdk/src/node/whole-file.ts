import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';

/** A file of this name is never overwritten. */
export function createFile(path: string, text: string): Promise<void> {
  return writeAside(path, text, (temporary) => link(temporary, path));
}

/** In one step: a reader finds the old content or the new. */
export function replaceFile(path: string, text: string): Promise<void> {
  return writeAside(path, text, (temporary) => rename(temporary, path));
}

/** The whole file, on disk, before it gets its name. Readable for its owner only. */
async function writeAside(
  path: string,
  text: string,
  name: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await name(temporary);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}
