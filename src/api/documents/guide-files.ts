import { join } from 'node:path';
import { SingleFlight } from '../../async/single-flight.ts';
import { etagOf } from '../http/headers.ts';
import { readStaticFile, type StaticFile } from '../http/static-file.ts';

export interface GuideFile extends StaticFile {
  readonly etag: string;
}

/** The rendered guides. Each file is read with its first request, so that a start reads none of them. */
export class GuideFiles {
  readonly #folder: string;
  readonly #read = new Map<string, GuideFile>();
  readonly #reads = new SingleFlight<GuideFile | undefined>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The page at the address below `/docs/guides/`, such as `how-to/deploy`; an address of a folder is its index. */
  page(address: string): Promise<GuideFile | undefined> {
    const isAddress = /^([a-z0-9-]+\/)*[a-z0-9-]*$/.test(address);
    return this.#find(isAddress ? `${address.replace(/(^|\/)$/, '$1index')}.html` : undefined);
  }

  /** The font, the style sheet, the script, the index of the search or an image, by its name with a hash. */
  asset(name: string): Promise<GuideFile | undefined> {
    return this.#find(/^[a-z0-9-]+\.(css|js|json|png|woff2)$/.test(name) ? join('assets', name) : undefined);
  }

  /** Files that do not exist are not cached: strangers choose their names. */
  async #find(path: string | undefined): Promise<GuideFile | undefined> {
    if (path === undefined) return undefined;
    return this.#read.get(path) ?? this.#reads.run(path, () => this.#readFile(path));
  }

  async #readFile(path: string): Promise<GuideFile | undefined> {
    const file = await readStaticFile(join(this.#folder, path)).catch(absent);
    if (!file) return undefined;
    const guide = { ...file, etag: etagOf(file.uncompressed) };
    this.#read.set(path, guide);
    return guide;
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENAMETOOLONG') throw error;
}
