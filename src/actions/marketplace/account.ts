import { defaultKind } from '../../core/catalogue/marketplace-kind.ts';
import { isUuid } from '../../core/identifiers.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import {
  credentialText,
  type MarketplaceCredential,
  readCredentialText,
} from '../../core/marketplace/connections/credential.ts';
import { sellerKind } from '../../core/marketplace/connections/kinds.ts';
import type { AccessKey } from '../../core/marketplace/connections/seller.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import {
  type AccountRights,
  accountAccess,
  accountRights,
} from '../../core/marketplace/purchases/account.ts';
import { credentialSealContext } from '../../core/operations/seal-context.ts';
import { statusAt } from '../../core/subscriptions/clock.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { type EncryptionKey, seal, unseal } from '../../secrets/seal.ts';
import type { Database } from '../../storage/database.ts';
import { listAccountSubscriptions } from '../../storage/marketplace/accounts.ts';
import { findConnection, type StoredConnection } from '../../storage/marketplace/connections.ts';
import { findMemberOfTenant } from '../../storage/subscriptions/customers.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';

/** Sealed for this connection; it opens for no other. */
export function sealCredential(
  credential: MarketplaceCredential,
  address: MarketplaceSource,
  encryptionKey: EncryptionKey,
): Uint8Array {
  return seal(credentialText(credential), encryptionKey, credentialSealContext(address));
}

/** The id of the key is no secret. Null: the node's own credential, of which nothing is stored. */
export function sealAccessKey(
  key: AccessKey | null,
  address: MarketplaceSource,
  encryptionKey: EncryptionKey,
): Uint8Array {
  return seal(key?.secretAccessKey ?? '', encryptionKey, credentialSealContext(address));
}

/** The connection with its opened credential. Pass it only to an adapter. */
export function openAccount(stored: StoredConnection, encryptionKey: EncryptionKey): MarketplaceConnection {
  const text = unseal(stored.sealedClientSecret, encryptionKey, credentialSealContext(stored));
  if (stored.seller) {
    const { workspaceId, sourceName, seller } = stored;
    const { region, accessKeyId, roleArn, externalId, endpointUrl } = seller;
    return {
      kind: sellerKind,
      source: { workspaceId, sourceName },
      region,
      credential: accessKeyId === null ? null : { accessKeyId, secretAccessKey: text },
      role: roleArn === null ? null : { arn: roleArn, externalId },
      endpointUrl,
    };
  }
  const { authUrl, marketplaceUrl, tenantId, clientId } = stored;
  const credential = readCredentialText(text);
  return { kind: defaultKind, authUrl, marketplaceUrl, tenantId, clientId, credential };
}

export async function openConnection(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  encryptionKey: EncryptionKey,
): Promise<MarketplaceConnection> {
  const stored = await findConnection(database, workspaceId, sourceName);
  if (!stored) throw new Error(`The connection ${sourceName} does not exist`);
  return openAccount(stored, encryptionKey);
}

/** A customer's user on the page of a connection. */
export interface Customer {
  readonly connection: MarketplaceSource & { readonly connectionId: string };
  readonly user: SignedInUser;
}

export interface LockedAccount {
  readonly subscription: Subscription;
  /** Slug. */
  readonly product: string;
  readonly rights: AccountRights;
}

/**
 * Locks a subscription for a customer and decides anew what they may change: it may be different since the page was shown.
 * Undefined for a subscription that the customer cannot see.
 */
export async function lockAccount(
  { database, now }: ActionContext,
  { connection, user }: Customer,
  subscriptionId: string,
): Promise<LockedAccount | undefined> {
  if (!isUuid(subscriptionId)) return undefined;
  const { workspaceId, sourceName } = connection;
  const stored = await lockSubscription(database, workspaceId, subscriptionId);
  if (!stored) return undefined;
  const { tenantId } = user;
  const question = { workspaceId, sourceName, tenantId, subscriptionId, limit: 1 };
  const [account] = await listAccountSubscriptions(database, question);
  if (!account) return undefined;
  const { subscription } = stored;
  const member = await findMemberOfTenant(database, workspaceId, user);
  const access = accountAccess({ user, member, tenantId: subscription.tenantId, buyers: account.buyers });
  if (access === 'None') return undefined;
  const { licenceModel, product } = account;
  return {
    subscription,
    product,
    rights: accountRights(access, { status: statusAt(subscription, now), licenceModel }),
  };
}
