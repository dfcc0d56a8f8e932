import { addSellerConnection, changeSellerConnection } from '../actions/marketplace/sellers.ts';
import type { Database } from '../storage/database.ts';
import { findConnection } from '../storage/marketplace/connections.ts';
import { bytesFrom, done, fixed } from './fixed.ts';
import { demoEncryptionKey, demoSeller } from './identities.ts';

const { accessKeyId, secretAccessKey, sourceName } = demoSeller;
const key = { accessKeyId, secretAccessKey };
const terms = {
  encryptionKey: demoEncryptionKey,
  allowsLocalWebhooks: true,
  nodeCredentialUse: 'off' as const,
};
const label = 'demo seller';

/** What the events of the demo's seller carry. */
export const demoEventSecret = Buffer.from(demoSeller.eventSecretBytes).toString('base64url');

/** The connection to AWS exists before the history, whose reports are of its kind. The address is told later. */
export async function seedSeller(database: Database, workspaceId: string): Promise<void> {
  if (await findConnection(database, workspaceId, sourceName)) return;
  const { accountId: sellerAccount, region, eventSecretBytes } = demoSeller;
  const bytes = bytesFrom(label);
  const randomBytes = (count: number) =>
    count === eventSecretBytes.length ? eventSecretBytes : bytes(count);
  const settings = {
    sellerAccount,
    region,
    roleArn: null,
    sendZeros: false,
    endpointUrl: 'http://127.0.0.1',
  };
  const connection = { sourceName, credentialEndsAt: null, ...settings };
  const context = { ...fixed(database, label), randomBytes };
  done(await addSellerConnection(context, workspaceId, connection, key, terms));
}

/** A person may have changed the other settings. */
export async function connectSeller(
  database: Database,
  workspaceId: string,
  endpointUrl: string,
): Promise<void> {
  const connection = await findConnection(database, workspaceId, sourceName);
  if (!connection?.seller || connection.seller.endpointUrl === endpointUrl) return;
  const changes = { endpointUrl, credential: key };
  done(await changeSellerConnection(fixed(database, label), connection, changes, terms, 'any'));
}
