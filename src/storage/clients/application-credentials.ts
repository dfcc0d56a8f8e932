import type { ApiClient } from '../../core/clients/api-client.ts';
import type { ApplicationCredentialStatus } from '../../core/clients/credential.ts';
import type { ClaimedIdentity } from '../../core/clients/ports.ts';
import type { Database } from '../database.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';
import { clientColumns, clientFrom, clientProductIds, isClientEnabled } from './api-clients.ts';

export interface NewApplicationCredential extends ClaimedIdentity {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly credentialId: string;
  readonly challengeHash: Uint8Array;
  readonly challengeExpiresAt: Date;
}

/** The verified credential of an application in a tenant. */
export interface ActiveApplicationCredential {
  readonly credentialId: string;
  readonly isClientEnabled: boolean;
  readonly client: ApiClient;
}

/** An ownership claim on an application, for its verification. */
export interface OwnershipClaim {
  readonly workspaceId: string;
  readonly credentialId: string;
  readonly apiClientId: string;
  readonly status: ApplicationCredentialStatus;
  readonly isClientEnabled: boolean;
  readonly challengeHash: Uint8Array;
  readonly challengeExpiresAt: Date;
  readonly wrongAttempts: number;
}

export async function insertApplicationCredential(
  database: Database,
  credential: NewApplicationCredential,
  now: Date,
): Promise<void> {
  await database
    .insertInto('application_credentials')
    .values({
      credential_id: credential.credentialId,
      workspace_id: credential.workspaceId,
      api_client_id: credential.apiClientId,
      application_id: credential.applicationId,
      tenant_id: credential.tenantId,
      status: 'PendingVerification',
      challenge_hash: Buffer.from(credential.challengeHash),
      challenge_expires_at: credential.challengeExpiresAt,
      created_at: now,
    })
    .execute();
}

export async function findActiveApplicationCredential(
  database: Database,
  { applicationId, tenantId }: ClaimedIdentity,
): Promise<ActiveApplicationCredential | undefined> {
  const row = await activeCredentials(database)
    .where('credential.application_id', '=', applicationId)
    .where('credential.tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row && credentialFrom(row);
}

function activeCredentials(database: Database) {
  return database
    .selectFrom('application_credentials as credential')
    .innerJoin('api_clients as client', (join) =>
      join.on(sameInWorkspace('client', 'credential', 'api_client_id')),
    )
    .innerJoin('workspaces as workspace', 'workspace.workspace_id', 'client.workspace_id')
    .select('credential.credential_id')
    .select(clientColumns)
    .select(clientProductIds)
    .select(isClientEnabled)
    .where('credential.status', '=', 'Active');
}

function credentialFrom(
  row: Parameters<typeof clientFrom>[0] & { credential_id: string; enabled: boolean },
): ActiveApplicationCredential {
  return { credentialId: row.credential_id, isClientEnabled: row.enabled, client: clientFrom(row) };
}

/** The verified credential of an application in any tenant; undefined when there are several. */
export async function findActiveCredentialOfApplication(
  database: Database,
  applicationId: string,
): Promise<ActiveApplicationCredential | undefined> {
  const rows = await activeCredentials(database)
    .where('credential.application_id', '=', applicationId)
    .limit(2)
    .execute();
  const [row, another] = rows;
  return row && !another ? credentialFrom(row) : undefined;
}

/** Locks every ownership claim on the application in the tenant, of all workspaces. */
export async function lockOwnershipClaims(
  database: Database,
  { applicationId, tenantId }: ClaimedIdentity,
): Promise<OwnershipClaim[]> {
  const rows = await database
    .selectFrom('application_credentials as credential')
    .innerJoin('api_clients as client', (join) =>
      join.on(sameInWorkspace('client', 'credential', 'api_client_id')),
    )
    .innerJoin('workspaces as workspace', 'workspace.workspace_id', 'client.workspace_id')
    .select([
      'credential.workspace_id as workspaceId',
      'credential.credential_id as credentialId',
      'credential.api_client_id as apiClientId',
      'credential.status',
      'credential.challenge_hash as challengeHash',
      'credential.challenge_expires_at as challengeExpiresAt',
      'credential.wrong_attempts as wrongAttempts',
    ])
    .select(isClientEnabled)
    .where('credential.application_id', '=', applicationId)
    .where('credential.tenant_id', '=', tenantId)
    .orderBy('credential.credential_id')
    .forUpdate('credential')
    .$narrowType<{ status: ApplicationCredentialStatus }>()
    .execute();
  return rows.map(({ enabled, ...claim }) => ({ ...claim, isClientEnabled: enabled }));
}

export async function activateCredential(
  database: Database,
  credentialId: string,
  verifiedAt: Date,
): Promise<void> {
  await database
    .updateTable('application_credentials')
    .set({ status: 'Active', verified_at: verifiedAt })
    .where('credential_id', '=', credentialId)
    .execute();
}

export async function countWrongTry(database: Database, credentialIds: readonly string[]): Promise<void> {
  if (credentialIds.length === 0) return;
  await database
    .updateTable('application_credentials')
    .set((row) => ({ wrong_attempts: row('wrong_attempts', '+', 1) }))
    .where('credential_id', 'in', credentialIds)
    .execute();
}

/** Returns the deleted credential; undefined when the workspace has none with this id. */
export function deleteApplicationCredential(
  database: Database,
  workspaceId: string,
  credentialId: string,
): Promise<
  | (ClaimedIdentity & { readonly apiClientId: string; readonly status: ApplicationCredentialStatus })
  | undefined
> {
  return database
    .deleteFrom('application_credentials')
    .where('workspace_id', '=', workspaceId)
    .where('credential_id', '=', credentialId)
    .returning(['api_client_id as apiClientId', 'application_id as applicationId', 'tenant_id as tenantId'])
    .returning('status')
    .$narrowType<{ status: ApplicationCredentialStatus }>()
    .executeTakeFirst();
}
