import { isUuid } from '../../core/identifiers.ts';
import { readCredentialText } from '../../core/marketplace-credential.ts';
import type { MarketplaceConnection } from '../../core/ports.ts';
import { unseal } from '../../secrets/seal.ts';
import { findConnectionById } from '../../storage/marketplace-connections.ts';
import type { ApiContext } from '../context.ts';

/** Whose landing page it is, and how their marketplace is reached. */
export interface LandingConnection {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly connectionId: string;
  readonly sourceName: string;
  readonly connection: MarketplaceConnection;
}

export async function findLandingConnection(
  { database, encryptionKey }: ApiContext,
  connectionId: string,
): Promise<LandingConnection | undefined> {
  if (!isUuid(connectionId)) return undefined;
  const stored = await findConnectionById(database, connectionId);
  if (!stored) return undefined;
  const { workspaceId, workspaceName, sourceName, authUrl, marketplaceUrl, tenantId, clientId } = stored;
  const credential = readCredentialText(
    unseal(stored.sealedClientSecret, encryptionKey, `${workspaceId} ${sourceName}`),
  );
  return {
    workspaceId,
    workspaceName,
    connectionId: stored.connectionId,
    sourceName,
    connection: { authUrl, marketplaceUrl, tenantId, clientId, credential },
  };
}
