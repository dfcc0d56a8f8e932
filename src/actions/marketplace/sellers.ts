import { timeOrderedId } from '../../core/identifiers.ts';
import { sellerKind } from '../../core/marketplace/connections/kinds.ts';
import {
  type AccessKey,
  accessKeyIssues,
  type NodeCredentialUse,
  nodeCredentialIssues,
  normaliseSeller,
  rotateEventSecret,
  type SellerSettings,
  sellerChangeIssues,
  sellerIssues,
} from '../../core/marketplace/connections/seller.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { hashSecret } from '../../secrets/hash.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import {
  type ConnectionView,
  findConnectionView,
  hasUsageReports,
  lockConnectionView,
} from '../../storage/marketplace/connection-views.ts';
import { findConnection, type StoredSeller, saveConnection } from '../../storage/marketplace/connections.ts';
import { countConnections } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { sealAccessKey } from './account.ts';

/** The connections of sellers' accounts: their credential is an access key or the node's own, and their events carry a secret. */

type SellerView = Extract<ConnectionView, StoredSeller>;

interface SellerTerms {
  readonly encryptionKey: EncryptionKey;
  /** For development: allows loopback URLs over `http`. */
  readonly allowsLocalWebhooks: boolean;
  readonly nodeCredentialUse: NodeCredentialUse;
}

/** The connection, and the secret that its events must carry, which is shown once. */
export interface SellerWithSecret {
  readonly connection: ConnectionView;
  readonly eventSecret: string;
}

const secretBytes = 32;
const externalIdBytes = 16;

function makeEventSecret({ randomBytes }: ActionContext): string {
  return Buffer.from(randomBytes(secretBytes)).toString('base64url');
}

export interface NewSeller extends SellerSettings {
  readonly sourceName: string;
  readonly credentialEndsAt: Date | null;
}

/** Connects a seller's account to a source of the workspace without a connection. A null key: the node's own credential. */
export async function addSellerConnection(
  context: ActionContext,
  workspaceId: string,
  { sourceName: writtenName, credentialEndsAt, ...written }: NewSeller,
  key: AccessKey | null,
  { encryptionKey, allowsLocalWebhooks, nodeCredentialUse }: SellerTerms,
): Promise<SellerWithSecret | Refusal> {
  const sourceName = writtenName.trim();
  const settings = normaliseSeller(written);
  const issues = [
    ...sellerIssues(sourceName, settings, allowsLocalWebhooks),
    ...(key ? accessKeyIssues(key) : nodeCredentialIssues(settings, nodeCredentialUse)),
  ];
  if (issues.length > 0) return refuseInvalid(issues);
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const present = await findConnection(database, workspaceId, sourceName);
    if (present) return refuse('marketplace.source_connected', { connectionId: present.connectionId });
    const connections = await countConnections(database, workspaceId);
    const full = checkWorkspaceLimit(partnerPlan, 'marketplace connections', connections);
    if (full) return full;
    const connectionId = timeOrderedId(now, randomBytes);
    const eventSecret = makeEventSecret(context);
    await saveConnection(
      database,
      {
        kind: sellerKind,
        workspaceId,
        connectionId,
        sourceName,
        credentialKind: key ? 'accessKey' : 'node',
        credentialEndsAt: key && credentialEndsAt,
        acceptsUnsignedCalls: false,
        sealedClientSecret: sealAccessKey(key, { workspaceId, sourceName }, encryptionKey),
        seller: {
          ...settings,
          accessKeyId: key?.accessKeyId ?? null,
          // Part of a trust policy: it must not be guessed, and is no secret.
          externalId: Buffer.from(randomBytes(externalIdBytes)).toString('hex'),
          eventSecrets: { current: hashSecret(eventSecret), previous: null },
        },
      },
      now,
    );
    const connection = await savedSeller(database, workspaceId, connectionId);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'marketplace_connection.connected',
      subject: { kind: 'MarketplaceConnection', id: connectionId },
      before: null,
      after: auditedSeller(connection),
    });
    return { connection, eventSecret };
  });
}

/** Without the source, which mappings and reports reference. */
export interface SellerChanges extends Partial<SellerSettings> {
  readonly credentialEndsAt?: Date | null;
  /** Null: the node's own. */
  readonly credential?: AccessKey | null | undefined;
}

interface ConnectionKey {
  readonly workspaceId: string;
  readonly connectionId: string;
}

/** Changes the given members. A new credential without an expiry does not inherit the old one's. */
export async function changeSellerConnection(
  context: ActionContext,
  key: ConnectionKey,
  { credential, credentialEndsAt, ...changes }: SellerChanges,
  { encryptionKey, allowsLocalWebhooks, nodeCredentialUse }: SellerTerms,
  expectedRevision: number | 'any',
): Promise<ConnectionView | Refusal> {
  const edit = async (context: ActionContext, current: SellerView) => {
    const { database } = context;
    const settings = normaliseSeller({ ...current.seller, ...changes });
    const isOfNode = credential === undefined ? current.credentialKind === 'node' : credential === null;
    const facts = {
      hasNewCredential: credential !== undefined,
      hasReports: await hasUsageReports(database, current),
    };
    const issues = [
      ...sellerIssues(current.sourceName, settings, allowsLocalWebhooks),
      ...sellerChangeIssues(current.seller, settings, facts),
      ...(credential ? accessKeyIssues(credential) : []),
      ...(isOfNode ? nodeCredentialIssues(settings, nodeCredentialUse) : []),
    ];
    if (issues.length > 0) return refuseInvalid(issues);
    if (credential === undefined) {
      return {
        ...current,
        ...(credentialEndsAt !== undefined && { credentialEndsAt }),
        seller: { ...current.seller, ...settings },
      };
    }
    return {
      ...current,
      credentialEndsAt: (credential && credentialEndsAt) ?? null,
      credentialKind: credential ? ('accessKey' as const) : ('node' as const),
      sealedClientSecret: sealAccessKey(credential, current, encryptionKey),
      seller: { ...current.seller, ...settings, accessKeyId: credential?.accessKeyId ?? null },
    };
  };
  const note = credential === undefined ? undefined : { newCredential: true };
  return changeSeller(context, key, expectedRevision, edit, note);
}

/** Makes another event secret. The old one is accepted for 24 hours more, so that the event rule can be changed. */
export async function rotateSellerEventSecret(
  context: ActionContext,
  key: ConnectionKey,
): Promise<SellerWithSecret | Refusal> {
  const eventSecret = makeEventSecret(context);
  const edit = async (_: ActionContext, current: SellerView) => ({
    ...current,
    seller: {
      ...current.seller,
      eventSecrets: rotateEventSecret(current.seller.eventSecrets, hashSecret(eventSecret), context.now),
    },
  });
  const changed = await changeSeller(context, key, 'any', edit, { newEventSecret: true });
  return isRefusal(changed) ? changed : { connection: changed, eventSecret };
}

async function changeSeller(
  context: ActionContext,
  { workspaceId, connectionId }: ConnectionKey,
  expectedRevision: number | 'any',
  edit: (context: ActionContext, current: SellerView) => Promise<StoredSeller | Refusal>,
  note: object | undefined,
): Promise<ConnectionView | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const current = await lockConnectionView(database, workspaceId, connectionId);
    if (!current?.seller) return refuseUnknown('connectionId', 'marketplace connection');
    if (!isCurrent(current, expectedRevision)) return refuse('request.precondition_failed');
    const wanted = await edit({ ...context, database }, current);
    if (isRefusal(wanted)) return wanted;
    await saveConnection(database, wanted, context.now);
    const changed = await savedSeller(database, workspaceId, connectionId);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'marketplace_connection.changed',
      subject: { kind: 'MarketplaceConnection', id: connectionId },
      before: auditedSeller(current),
      after: { ...auditedSeller(changed), ...note },
    });
    return changed;
  });
}

async function savedSeller(
  database: ActionContext['database'],
  workspaceId: string,
  connectionId: string,
): Promise<SellerView> {
  const connection = await findConnectionView(database, workspaceId, connectionId);
  if (!connection?.seller) throw new Error(`The connection ${connectionId} was written but cannot be found`);
  return connection;
}

/** The audited members; never a secret. */
export function auditedSeller({ kind, sourceName, credentialEndsAt, seller }: SellerView) {
  const { eventSecrets: _, ...settings } = seller;
  return { kind, sourceName, credentialEndsAt, ...settings };
}
