import { timeOrderedId } from '../../core/identifiers.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { saveConnection } from '../../storage/marketplace/connections.ts';
import type { ActionContext } from '../context.ts';
import { sealCredential } from './account.ts';

/**
 * Connects a workspace's publisher account for one source of its mappings; its credential is sealed at rest. Connecting
 * a source again replaces what was entered and keeps the connection's id, by which the marketplace calls us.
 *
 * @param credentialEndsAt when the credential stops being good; support is warned ahead of it.
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
