import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TesseraConfigurationError } from '../errors.ts';
import { createInstallationKey, type InstallationKey } from '../offline/ed25519.ts';
import { syncFolder } from './file-journal-folder.ts';
import { absent } from './file-store-shard.ts';
import { createFile } from './whole-file.ts';

const name = 'installation-key.json';

/** The key of the installation in this folder; made if there is none, readable for its owner only. */
export async function installationKeyIn(folder: string): Promise<InstallationKey> {
  const known = await readInstallationKey(folder);
  if (known) return known;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(await createInstallationKey())}\n`;
  await createFile(join(folder, name), text).catch((error: NodeJS.ErrnoException) => {
    // Another process has made one.
    if (error.code !== 'EEXIST') throw error;
  });
  await syncFolder(folder);
  return installationKeyIn(folder);
}

/** Undefined if there is none. */
export async function readInstallationKey(folder: string): Promise<InstallationKey | undefined> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8').catch(absent);
  if (text === undefined) return undefined;
  try {
    const { kty, crv, x, d } = JSON.parse(text);
    if (kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && typeof d === 'string')
      return { kty, crv, x, d };
  } catch {
    // The same as another content.
  }
  throw new TesseraConfigurationError(
    `${path} is damaged: restore it, or delete it and ask for a licence file with a new request.`,
  );
}
