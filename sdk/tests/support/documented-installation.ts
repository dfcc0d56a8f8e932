import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openInstallation } from '../../src/node/installation.ts';
import { installationKeyIn } from '../../src/node/installation-key.ts';
import { thumbprintOf } from '../../src/offline/ed25519.ts';
import { openOffline } from '../../src/offline/open-offline.ts';
import type { Offline } from '../../src/offline/types.ts';
import { licenceClaims, licenceFile, revocationList, SigningKey } from './licence-files.ts';

/** The folder of the installation in the documentation. */
export const documentedFolder = '.tessera/offline';

/** What the documentation has beside its examples: pinned keys, an installation with its licence file, and a list that revokes it. */
export async function writeDocumentedInstallation(project: string): Promise<void> {
  const key = new SigningKey();
  const folder = join(project, documentedFolder);
  const bind = await thumbprintOf(await installationKeyIn(folder));
  const iat = Math.floor(Date.now() / 1_000);
  const claims = licenceClaims({ iat, nbf: iat, exp: iat + 31 * 86_400, bind });
  await writeFile(join(project, 'signing-keys.json'), JSON.stringify(key.jwks));
  await writeFile(join(folder, 'licence.tessera-licence'), licenceFile(key.token(claims)));
  await writeFile(join(project, 'revoked.jwt'), revocationList(key, [String(claims.jti)]));
}

/** The installation of the working folder. */
export async function openDocumented(): Promise<Offline> {
  const keys = JSON.parse(await readFile('signing-keys.json', 'utf8'));
  return openOffline({ product: 'aqueduct', keys, ...(await openInstallation(documentedFolder)) });
}
