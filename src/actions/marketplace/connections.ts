import { defaultKind } from '../../core/catalogue/marketplace-kind.ts';
import { daysLeft, maxWarningMilliseconds, warningOf } from '../../core/clients/credential-ending.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import {
  type ConnectionSettings,
  connectionIssues,
  credentialDestinationIssues,
  credentialIssues,
  type MarketplaceSource,
  normaliseSettings,
} from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceCredential } from '../../core/marketplace/connections/credential.ts';
import type { ApplicationAccount } from '../../core/marketplace/connections/kinds.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { readCertificate } from '../../secrets/certificate.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import {
  type ConnectionCheck,
  type ConnectionView,
  countConnectionWork,
  deleteConnection,
  findConnectionView,
  lockConnectionView,
  saveCheck,
} from '../../storage/marketplace/connection-views.ts';
import {
  findConnection,
  findConnectionsEndingBefore,
  saveConnection,
} from '../../storage/marketplace/connections.ts';
import { deletePurchasesOfSource } from '../../storage/marketplace/purchases.ts';
import { countConnections } from '../../storage/workspaces/counts.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { sealCredential } from './account.ts';
import { auditedSeller } from './sellers.ts';

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
  { credential, ...connection }: ApplicationAccount,
  encryptionKey: EncryptionKey,
  credentialEndsAt: Date | null = null,
): Promise<{ readonly connectionId: string }> {
  const sealedClientSecret = sealCredential(credential, { workspaceId, sourceName }, encryptionKey);
  const connectionId = await saveConnection(
    database,
    {
      ...connection,
      kind: defaultKind,
      seller: null,
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

interface ConnectionTerms {
  readonly encryptionKey: EncryptionKey;
  /** For development: allows loopback URLs over `http`. */
  readonly allowsLocalWebhooks: boolean;
  /** Public base URL of the service. */
  readonly publicUrl: string;
}

/** The expiry of a certificate is read from it, unless one is given. */
function readCredential(credential: MarketplaceCredential, credentialEndsAt: Date | null) {
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
function auditedConnection(connection: ConnectionView) {
  if (connection.seller) return auditedSeller(connection);
  const { kind, sourceName, authUrl, marketplaceUrl, tenantId, clientId } = connection;
  const { credentialKind, credentialEndsAt, acceptsUnsignedCalls } = connection;
  return {
    kind,
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
      {
        ...settings,
        kind: defaultKind,
        seller: null,
        workspaceId,
        connectionId,
        sealedClientSecret,
        credentialKind,
      },
      now,
    );
    const connection = await findConnectionView(database, workspaceId, connectionId);
    if (!connection) throw new Error(`The connection ${connectionId} was written but cannot be found`);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'marketplace_connection.connected',
      subject: { kind: 'MarketplaceConnection', id: connectionId },
      before: null,
      after: auditedConnection(connection),
    });
    return connection;
  });
}

/** Without the source, which mappings and reports reference. */
export interface ConnectionChanges extends Partial<Omit<ConnectionSettings, 'sourceName'>> {
  readonly credential?: MarketplaceCredential | undefined;
}

/**
 * Changes the given members. The id stays: it is part of the URLs registered at the marketplace. A new credential
 * without an expiry does not inherit the old one's. A changed URL requires the credential again.
 */
export async function changeMarketplaceConnection(
  context: ActionContext,
  { workspaceId, connectionId }: { readonly workspaceId: string; readonly connectionId: string },
  { credential, ...changes }: ConnectionChanges,
  { encryptionKey, allowsLocalWebhooks, publicUrl }: ConnectionTerms,
  expectedRevision: number | 'any',
): Promise<ConnectionView | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const current = await lockConnectionView(database, workspaceId, connectionId);
    if (!current || current.seller) return refuseUnknown('connectionId', 'marketplace connection');
    if (!isCurrent(current, expectedRevision)) return refuse('request.precondition_failed');
    const read = credential && readCredential(credential, changes.credentialEndsAt ?? null);
    const wanted = { ...current, ...changes, ...(read && { credentialEndsAt: read.credentialEndsAt }) };
    const settings = normaliseSettings(wanted);
    const issues = [
      ...connectionIssues(settings, allowsLocalWebhooks, publicUrl),
      ...credentialDestinationIssues(normaliseSettings(current), settings, credential !== undefined),
      ...(read?.issues ?? []),
    ];
    if (issues.length > 0) return refuseInvalid(issues);
    const sealed = credential && {
      sealedClientSecret: sealCredential(credential, current, encryptionKey),
      credentialKind: credential.kind,
    };
    await saveConnection(database, { ...current, ...settings, ...sealed }, context.now);
    const changed = await findConnectionView(database, workspaceId, connectionId);
    if (!changed) throw new Error(`The connection ${connectionId} is locked but does not exist`);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'marketplace_connection.changed',
      subject: { kind: 'MarketplaceConnection', id: connectionId },
      before: auditedConnection(current),
      after: { ...auditedConnection(changed), ...(credential && { newCredential: true }) },
    });
    return changed;
  });
}

/**
 * Deletes a connection and its credential. Refused while notifications or usage need it: they could be neither applied
 * nor billed.
 */
export async function removeMarketplaceConnection(
  context: ActionContext,
  { workspaceId, connectionId }: { readonly workspaceId: string; readonly connectionId: string },
): Promise<{ readonly connectionId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const connection = await lockConnectionView(database, workspaceId, connectionId);
    if (!connection) return refuseUnknown('connectionId', 'marketplace connection');
    const work = await countConnectionWork(database, connection);
    if (work.waitingCalls > 0 || work.waitingUsage > 0) return refuse('marketplace.connection_in_use', work);
    await deletePurchasesOfSource(database, connection);
    await deleteConnection(database, workspaceId, connectionId);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'marketplace_connection.removed',
      subject: { kind: 'MarketplaceConnection', id: connectionId },
      before: auditedConnection(connection),
      after: null,
    });
    return { connectionId };
  });
}

/** Stores the findings of a check for later visits. */
export async function recordConnectionCheck(
  { database }: Pick<ActionContext, 'database'>,
  address: MarketplaceSource,
  check: ConnectionCheck,
): Promise<void> {
  await saveCheck(database, address, check);
}

/** Raises a notice 60, 30, 7 and 1 days before a connection's credential expires, once each. */
export async function warnEndingCredentials({ database, now, randomBytes }: ActionContext): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const horizon = new Date(now.getTime() + maxWarningMilliseconds);
    for (const connection of await findConnectionsEndingBefore(transaction, horizon)) {
      const { workspaceId, connectionId, sourceName, credentialEndsAt: endsAt } = connection;
      const clientId = connection.seller ? (connection.seller.accessKeyId ?? '') : connection.clientId;
      const warning = endsAt && warningOf(endsAt, now);
      if (!endsAt || !warning) continue;
      const key = `${sourceName} ${endsAt.toISOString()} ${warning}`;
      const days = daysLeft(endsAt, now);
      const facts = { connectionId, sourceName, clientId, endsAt: endsAt.toISOString(), days };
      await insertNotices(transaction, workspaceId, [{ kind: 'MarketplaceSecretEnding', key, facts }], {
        now,
        randomBytes,
      });
    }
  });
}
