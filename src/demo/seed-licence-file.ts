import { randomBytes } from 'node:crypto';
import { issueLicenceFile } from '../actions/entitlements/signed/licence-files.ts';
import { armour } from '../core/entitlements/signed/armour.ts';
import { issuerOf, tokenTypes } from '../core/entitlements/signed/claims.ts';
import { type LicenceFile, licenceFileState } from '../core/entitlements/signed/licence-file.ts';
import { readCompact, seedLength, signCompact, signingKeyFrom } from '../secrets/ed25519.ts';
import type { Database } from '../storage/database.ts';
import { findLicenceToken, listLicenceFiles } from '../storage/entitlements/signed/licence-files.ts';
import { findWorkspaceBySlug } from '../storage/workspaces/workspaces.ts';
import { demoCustomers } from './customers.ts';
import { bytesFrom, done } from './fixed.ts';
import { demoEncryptionKey, demoWorkspaceSlug } from './identities.ts';

/** The licence file of an installation of the demo's first customer. */
export interface DemoLicence {
  readonly tenantId: string;
  readonly product: string;
  readonly licenceFileId: string;
  /** The text of the file. */
  readonly file: string;
  readonly installation: {
    readonly name: string;
    /** Its private key, which is fixed and public. */
    readonly jwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string; readonly d: string };
  };
}

const installationName = 'Plant 7';
const seed = bytesFrom('demo installation')(seedLength);
const key = signingKeyFrom(seed);
const { tenantId } = demoCustomers.contoso;
const product = 'aqueduct';

/** Issues the file, and again when it has ended or the address of the service has changed. */
export async function seedLicenceFile(
  database: Database,
  publicUrl: string,
  now: Date,
): Promise<DemoLicence> {
  const workspace = await findWorkspaceBySlug(database, demoWorkspaceSlug);
  if (!workspace) throw new Error('The demo has not been seeded');
  const { workspaceId } = workspace;
  const files = await listLicenceFiles(database, workspaceId, { tenantId, product, limit: 100 });
  const present = files.find(
    (file) => file.installation?.thumbprint === key.kid && licenceFileState(file, now) === 'Active',
  );
  const read = (file: LicenceFile) => findLicenceToken(database, workspaceId, file.licenceFileId);
  const token = present && (await read(present));
  if (present && token && isFrom(token, issuerOf(publicUrl, workspaceId))) return factsOf(present, token);
  const issued = done(
    await issueLicenceFile(
      { database, now, randomBytes },
      workspaceId,
      { tenantId, product, months: 12, requestFile: requestFile(now), replaces: present?.licenceFileId },
      { encryptionKey: demoEncryptionKey, publicUrl },
    ),
  );
  return factsOf(issued, (await read(issued)) ?? '');
}

function requestFile(now: Date): string {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x };
  const iat = Math.floor(now.getTime() / 1_000);
  const claims = { iat, jti: crypto.randomUUID(), name: installationName, jwk, aud: product };
  return armour('REQUEST', signCompact({ typ: tokenTypes.request }, claims, key));
}

function isFrom(token: string, issuer: string): boolean {
  const payload = readCompact(token, tokenTypes.entitlement)?.payload;
  return payload !== undefined && JSON.parse(payload).iss === issuer;
}

function factsOf({ licenceFileId }: LicenceFile, token: string): DemoLicence {
  const d = Buffer.from(seed).toString('base64url');
  return {
    tenantId,
    product,
    licenceFileId,
    file: armour('LICENCE', token),
    installation: { name: installationName, jwk: { kty: 'OKP', crv: 'Ed25519', x: key.x, d } },
  };
}
