import { timeOrderedId } from '../../core/identifiers.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { saveConnection } from '../../storage/marketplace/connections.ts';
import type { ActionContext } from '../context.ts';
import { sealCredential } from './account.ts';

/**
 * Connects a publisher account to a source of the workspace's mappings; its credential is sealed. Connecting again
 * replaces the settings but not the id, which is part of the URLs registered at the marketplace.
 *
 * @param credentialEndsAt expiry of the credential; support is warned ahead of it.
 */
export async function connectMarketplace(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  sourceName: string,
  { credential, ...connection }: MarketplaceConnection,
  encryptionKey: EncryptionKey,
  credentialEndsAt: Date | null = null,
): Promise<{ readonly connectionId: string }> {
  const sealedClientSecret = sealCredential(credential, { workspaceId, sourceName }, encryptionKey);
  const connectionId = await saveConnection(
    database,
    {
      ...connection,
      workspaceId,
      connectionId: timeOrderedId(now, randomBytes),
      sourceName,
      sealedClientSecret,
      credentialKind: credential.kind,
      credentialEndsAt,
      acceptsUnsignedCalls: false,
    },
    now,
  );
  return { connectionId };
}
