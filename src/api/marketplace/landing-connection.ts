import { openAccount } from '../../actions/marketplace/account.ts';
import { isUuid } from '../../core/identifiers.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { findConnectionById } from '../../storage/marketplace/connections.ts';
import type { ApiContext } from '../context.ts';

/** The workspace of the landing page, with its marketplace account. */
export interface LandingConnection {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly connectionId: string;
  readonly sourceName: string;
  readonly connection: MarketplaceConnection;
}

export async function findLandingConnection(
  { database, encryptionKey }: Pick<ApiContext, 'database' | 'encryptionKey'>,
  connectionId: string,
): Promise<LandingConnection | undefined> {
  if (!isUuid(connectionId)) return undefined;
  const stored = await findConnectionById(database, connectionId);
  if (!stored) return undefined;
  const { workspaceId, workspaceName, sourceName } = stored;
  const connection = openAccount(stored, encryptionKey);
  return { workspaceId, workspaceName, connectionId: stored.connectionId, sourceName, connection };
}
