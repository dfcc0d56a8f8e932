import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallationKey } from '../offline/ed25519.ts';
import type { Journal, Store } from '../types.ts';
import { type FileStoreOptions, fileStore } from './file-store.ts';
import { absent } from './file-store-shard.ts';
import { installationKeyIn } from './installation-key.ts';
import { usageJournal } from './usage-journal.ts';

/** The files of an installation, by its folder. */
export const filesOf = (folder: string) => ({
  licence: join(folder, 'licence.tessera-licence'),
  store: join(folder, 'store'),
  journal: join(folder, 'journal'),
  usage: join(folder, 'usage'),
});

/**
 * The options of `openInstallation`.
 *
 * @example
 * ```ts
 * import { type InstallationOptions, openInstallation } from '@tessera/client/node';
 *
 * const options: InstallationOptions = { licence: '/etc/aqueduct/licence.tessera-licence' };
 * const installation = await openInstallation('.tessera/offline', options);
 * ```
 */
export interface InstallationOptions extends FileStoreOptions {
  /** The path of the licence file: `licence.tessera-licence` in the folder if it is absent. */
  readonly licence?: string;
}

/**
 * What an installation keeps in its folder, as options of `openOffline`.
 *
 * @example
 * ```ts
 * import { type Installation, openInstallation } from '@tessera/client/node';
 * import { openOffline, type SigningKeys } from '@tessera/client/offline';
 *
 * export async function start(keys: SigningKeys): Promise<void> {
 *   const installation: Installation = await openInstallation('.tessera/offline');
 *   const offline = await openOffline({ product: 'aqueduct', keys, ...installation });
 *   await offline.track('api-calls', 0.001); // On disk, for the next usage file.
 * }
 * ```
 */
export interface Installation {
  /** The text of the licence file; empty if there is none. */
  readonly licence: string;
  /** Made with the first call; readable for the owner of its file only. */
  readonly installationKey: InstallationKey;
  readonly store: Store;
  readonly journal: Pick<Journal, 'append' | 'close'>;
}

/**
 * Opens the folder of an installation, and makes its key if it has none. Each installation needs a folder of its own, on a disk
 * that outlives the process.
 *
 * @example
 * ```ts
 * import { openInstallation } from '@tessera/client/node';
 * import { openOffline, type SigningKeys } from '@tessera/client/offline';
 *
 * const open = async (keys: SigningKeys) =>
 *   openOffline({ product: 'aqueduct', keys, ...(await openInstallation('.tessera/offline')) });
 * ```
 */
export async function openInstallation(
  folder: string,
  { licence, ...storeOptions }: InstallationOptions = {},
): Promise<Installation> {
  const files = filesOf(folder);
  return {
    licence: await readLicence(licence ?? files.licence),
    installationKey: await installationKeyIn(folder),
    store: fileStore(files.store, storeOptions),
    journal: usageJournal(files.journal),
  };
}

/** Empty if there is none: the store may have it. */
async function readLicence(path: string): Promise<string> {
  return (await readFile(path, 'utf8').catch(absent)) ?? '';
}
