import { timeOrderedId } from '../core/identifiers.ts';
import { credentialText } from '../core/marketplace-credential.ts';
import type { MarketplaceConnection } from '../core/ports.ts';
import { seal } from '../secrets/seal.ts';
import { saveConnection } from '../storage/marketplace-connections.ts';
import type { ActionContext } from './context.ts';

/** Connects a workspace's publisher account for one source of its mappings; its credential is sealed at rest. */
export async function connectMarketplace(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  sourceName: string,
  { credential, ...connection }: MarketplaceConnection,
  encryptionKey: Uint8Array,
): Promise<void> {
  const sealedClientSecret = seal(credentialText(credential), encryptionKey, `${workspaceId} ${sourceName}`);
  const connectionId = timeOrderedId(now, randomBytes);
  await saveConnection(
    database,
    { ...connection, workspaceId, connectionId, sourceName, sealedClientSecret },
    now,
  );
}
