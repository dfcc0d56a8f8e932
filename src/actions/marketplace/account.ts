import {
  credentialText,
  type MarketplaceCredential,
  readCredentialText,
} from '../../core/marketplace/credential.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { credentialSealContext } from '../../core/seal-context.ts';
import { type EncryptionKey, seal, unseal } from '../../secrets/seal.ts';
import type { Database } from '../../storage/database.ts';
import { findConnection, type StoredConnection } from '../../storage/marketplace/connections.ts';

/** Identifies a connection by workspace and source. */
export interface ConnectionAddress {
  readonly workspaceId: string;
  readonly sourceName: string;
}

/** Sealed for this connection; it opens for no other. */
export function sealCredential(
  credential: MarketplaceCredential,
  address: ConnectionAddress,
  encryptionKey: EncryptionKey,
): Uint8Array {
  return seal(credentialText(credential), encryptionKey, credentialSealContext(address));
}

/** The connection with its opened credential. Pass it only to an adapter. */
export function openAccount(stored: StoredConnection, encryptionKey: EncryptionKey): MarketplaceConnection {
  const { authUrl, marketplaceUrl, tenantId, clientId, sealedClientSecret } = stored;
  const text = unseal(sealedClientSecret, encryptionKey, credentialSealContext(stored));
  const credential = readCredentialText(text);
  return { authUrl, marketplaceUrl, tenantId, clientId, credential };
}

export async function openConnection(
  database: Database,
  { workspaceId, sourceName }: ConnectionAddress,
  encryptionKey: EncryptionKey,
): Promise<MarketplaceConnection> {
  const stored = await findConnection(database, workspaceId, sourceName);
  if (!stored) throw new Error(`The connection ${sourceName} does not exist`);
  return openAccount(stored, encryptionKey);
}
