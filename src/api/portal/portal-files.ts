import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CannotStart } from '../../core/operations/cannot-start.ts';

/** An immutable file, with a content hash in its name. */
export interface PortalAsset {
  readonly contentType: string;
  readonly uncompressed: Buffer;
  /** Null where compression saves nothing. */
  readonly compressed: Buffer | null;
}

export interface PortalFiles {
  /** The HTML page, with placeholders to fill in per request. */
  readonly index: string;
  readonly assets: ReadonlyMap<string, PortalAsset>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Reads the built portal into memory: it is small, and a newer build may replace it on disk. */
export async function readPortal(folder: string): Promise<PortalFiles> {
  try {
    const index = await readFile(join(folder, 'index.html'), 'utf8');
    const names = await readdir(join(folder, 'assets'));
    const assets = await Promise.all(
      names
        .filter((name) => extname(name) in contentTypes)
        .map(async (name) => [name, await readAsset(join(folder, 'assets', name))] as const),
    );
    return { index, assets: new Map(assets) };
  } catch (error) {
    throw new CannotStart(`The portal is not built (${String(error)}). Build it: npm run build`);
  }
}

async function readAsset(path: string): Promise<PortalAsset> {
  const plain = await readFile(path);
  const compressed = await readFile(`${path}.gz`).catch(() => null);
  return { contentType: contentTypes[extname(path)] ?? '', uncompressed: plain, compressed };
}
