import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { isServable, readStaticFile, type StaticFile } from '../http/static-file.ts';

export interface PortalFiles {
  /** The HTML page, with placeholders to fill in per request. */
  readonly index: string;
  /** Immutable, with a content hash in each name. */
  readonly assets: ReadonlyMap<string, StaticFile>;
}

/** Reads the built portal into memory: it is small, and a newer build may replace it on disk. */
export async function readPortal(folder: string): Promise<PortalFiles> {
  try {
    const index = await readFile(join(folder, 'index.html'), 'utf8');
    const names = await readdir(join(folder, 'assets'));
    const assets = await Promise.all(
      names
        .filter(isServable)
        .map(async (name) => [name, await readStaticFile(join(folder, 'assets', name))] as const),
    );
    return { index, assets: new Map(assets) };
  } catch (error) {
    throw new CannotStart(`The portal is not built (${String(error)}). Build it: npm run build`);
  }
}
