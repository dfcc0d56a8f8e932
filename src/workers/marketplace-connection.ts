import { readCredentialText } from '../core/marketplace-credential.ts';
import type { MarketplaceConnection } from '../core/ports.ts';
import { unseal } from '../secrets/seal.ts';
import type { Database } from '../storage/database.ts';
import { findConnection } from '../storage/marketplace-connections.ts';

/** A connection by whose it is and which source it serves. */
export interface ConnectionAddress {
  readonly workspaceId: string;
  readonly sourceName: string;
}

/** The connection with its credential laid open, to be handed to an adapter and nowhere else. */
export async function openConnection(
  database: Database,
  { workspaceId, sourceName }: ConnectionAddress,
  encryptionKey: Uint8Array,
): Promise<MarketplaceConnection> {
  const stored = await findConnection(database, workspaceId, sourceName);
  if (!stored) throw new Error(`The connection ${sourceName} has gone`);
  const { authUrl, marketplaceUrl, tenantId, clientId, sealedClientSecret } = stored;
  const credential = readCredentialText(
    unseal(sealedClientSecret, encryptionKey, `${workspaceId} ${sourceName}`),
  );
  return { authUrl, marketplaceUrl, tenantId, clientId, credential };
}
