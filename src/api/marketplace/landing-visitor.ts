import { openAccount } from '../../actions/marketplace/account.ts';
import { isUuid } from '../../core/identifiers.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { findConnectionById } from '../../storage/marketplace/connections.ts';
import { beginAccountSession } from '../account/account-session.ts';
import type { ApiContext } from '../context.ts';
import { SealedCookie } from '../sign-in/sealed-cookie.ts';
import type { SignInHandler } from '../sign-in/sign-in-callback.ts';

/** The signed-in visitor of the landing page, for as long as it takes to confirm. */
export const visitorCookie = new SealedCookie<SignedInUser>({
  name: 'landing-visitor',
  lifetimeSeconds: 60 * 60,
});

export function signInVisitor(context: ApiContext): SignInHandler {
  return (user, _request, reply) => {
    visitorCookie.set(context, reply, user);
    // The landing page leads to the customer's page, which asks for no second sign-in.
    beginAccountSession(context, reply, user);
    return undefined;
  };
}

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
