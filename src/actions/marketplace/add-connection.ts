import { timeOrderedId } from '../../core/identifiers.ts';
import {
  type ConnectionSettings,
  connectionIssues,
  credentialIssues,
  normaliseSettings,
} from '../../core/marketplace/connection.ts';
import type { MarketplaceCredential } from '../../core/marketplace/credential.ts';
import { type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { readCertificate } from '../../secrets/certificate.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { type ConnectionView, findConnectionView } from '../../storage/marketplace/connection-views.ts';
import { findConnection, saveConnection } from '../../storage/marketplace/connections.ts';
import { countConnections } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { sealCredential } from './account.ts';

export interface ConnectionTerms {
  readonly encryptionKey: EncryptionKey;
  /** For development: allows loopback URLs over `http`. */
  readonly allowsLocalWebhooks: boolean;
  /** Public base URL of the service. */
  readonly publicUrl: string;
}

/** The expiry of a certificate is read from it, unless one is given. */
export function readCredential(credential: MarketplaceCredential, credentialEndsAt: Date | null) {
  const certificate =
    credential.kind === 'certificate'
      ? readCertificate(credential.privateKeyPem, credential.certificatePem)
      : undefined;
  return {
    issues: credentialIssues(credential, certificate),
    credentialEndsAt: credentialEndsAt ?? certificate?.endsAt ?? null,
  };
}

/** The audited members; never the credential. */
export function auditedConnection(connection: ConnectionView) {
  const { sourceName, authUrl, marketplaceUrl, tenantId, clientId } = connection;
  const { credentialKind, credentialEndsAt, acceptsUnsignedCalls } = connection;
  return {
    sourceName,
    authUrl,
    marketplaceUrl,
    tenantId,
    clientId,
    credentialKind,
    credentialEndsAt,
    acceptsUnsignedCalls,
  };
}

/** Connects a publisher account to a source of the workspace without a connection. */
export async function addMarketplaceConnection(
  context: ActionContext,
  workspaceId: string,
  written: ConnectionSettings,
  credential: MarketplaceCredential,
  { encryptionKey, allowsLocalWebhooks, publicUrl }: ConnectionTerms,
): Promise<ConnectionView | Refusal> {
  const { issues, credentialEndsAt } = readCredential(credential, written.credentialEndsAt);
  const settings = { ...normaliseSettings(written), credentialEndsAt };
  const all = [...connectionIssues(settings, allowsLocalWebhooks, publicUrl), ...issues];
  if (all.length > 0) return refuseInvalid(all);
  const address = { workspaceId, sourceName: settings.sourceName };
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const present = await findConnection(database, workspaceId, settings.sourceName);
    if (present) return refuse('marketplace.source_connected', { connectionId: present.connectionId });
    const connections = await countConnections(database, workspaceId);
    const full = checkWorkspaceLimit(partnerPlan, 'marketplace connections', connections);
    if (full) return full;
    const connectionId = timeOrderedId(now, randomBytes);
    const sealedClientSecret = sealCredential(credential, address, encryptionKey);
    const { kind: credentialKind } = credential;
    await saveConnection(
      database,
      { ...settings, workspaceId, connectionId, sealedClientSecret, credentialKind },
      now,
    );
    const connection = await findConnectionView(database, workspaceId, connectionId);
    if (!connection) throw new Error(`The connection ${connectionId} was written, and is not there`);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'marketplace_connection.connected',
      subject: { kind: 'MarketplaceConnection', id: connectionId },
      before: null,
      after: auditedConnection(connection),
    });
    return connection;
  });
}
