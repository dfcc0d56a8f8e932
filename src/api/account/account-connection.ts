import { isUuid } from '../../core/identifiers.ts';
import { findConnectionById } from '../../storage/marketplace/connections.ts';
import type { ApiContext } from '../context.ts';

/** The workspace whose customers the page is for, by one of its connections. */
export interface AccountConnection {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly connectionId: string;
  readonly sourceName: string;
  readonly isSuspended: boolean;
}

export async function findAccountConnection(
  { database }: Pick<ApiContext, 'database'>,
  connectionId: string,
): Promise<AccountConnection | undefined> {
  if (!isUuid(connectionId)) return undefined;
  const stored = await findConnectionById(database, connectionId);
  if (!stored) return undefined;
  const { workspaceId, workspaceName, sourceName, isSuspended } = stored;
  return { workspaceId, workspaceName, connectionId: stored.connectionId, sourceName, isSuspended };
}
