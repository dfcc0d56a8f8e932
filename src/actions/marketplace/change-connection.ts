import { isCurrent } from '../../core/entity-tag.ts';
import {
  type ConnectionSettings,
  connectionIssues,
  normaliseSettings,
} from '../../core/marketplace/connection.ts';
import type { MarketplaceCredential } from '../../core/marketplace/credential.ts';
import { credentialDestinationIssues } from '../../core/marketplace/credential-destination.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import {
  type ConnectionView,
  findConnectionView,
  lockConnectionView,
} from '../../storage/marketplace/connection-views.ts';
import { saveConnection } from '../../storage/marketplace/connections.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { sealCredential } from './account.ts';
import { auditedConnection, type ConnectionTerms, readCredential } from './add-connection.ts';

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
    if (!current) return refuseUnknown('connectionId', 'marketplace connection');
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
