import { timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import {
  maxStoredAddresses,
  removedAddressLifetime,
  requestAnotherMail,
} from '../../core/workspaces/address-confirmation.ts';
import { queueMail } from '../../core/workspaces/mail-queue.ts';
import {
  lockOutIssues,
  readWorkspaceSettings,
  type WorkspaceSettings,
} from '../../core/workspaces/settings.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { lockMails, saveMails } from '../../storage/workspaces/mails.ts';
import {
  deleteAddressesRemovedBefore,
  listConfirmedAddresses,
  listStoredAddresses,
  saveUnconfirmedAddresses,
  takeConfirmationToken,
  updateConfirmationsAsRemoved,
} from '../../storage/workspaces/support-confirmations.ts';
import {
  loadSupportAddresses,
  loadWorkspaceSettings,
  lockWorkspace,
  type StoredSettings,
  updateWorkspaceSettings,
} from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Changes the given settings, all or none. */
export async function changeWorkspaceSettings(
  context: ActionContext,
  workspaceId: string,
  changes: Partial<WorkspaceSettings>,
  expectedRevision: number | 'any',
  /** Tenant of the member who changes the settings, who must still be able to sign in; undefined for a command or service account. */
  ownTenantId?: string | null,
): Promise<StoredSettings | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const { revision, ...current } = await loadWorkspaceSettings(database, workspaceId);
    if (!isCurrent({ revision }, expectedRevision)) return refuse('request.precondition_failed');
    const settings = readWorkspaceSettings({ ...current, ...changes }, current);
    if ('issues' in settings) return refuseInvalid(settings.issues);
    const isGuarded = changes.signInTenants !== undefined && ownTenantId !== undefined;
    const lockOut = isGuarded ? lockOutIssues(settings, ownTenantId) : [];
    if (lockOut.length > 0) return refuseInvalid(lockOut);
    const refusal = await requestAddressConfirmations(
      { ...context, database },
      workspaceId,
      current.supportAddresses,
      settings.supportAddresses,
    );
    if (refusal) return refusal;
    await updateWorkspaceSettings(database, workspaceId, settings);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'workspace.settings_changed',
      subject: { kind: 'Workspace', id: workspaceId },
      before: current,
      after: settings,
    });
    await announceChanges(database, [{ kind: 'settings', workspaceId }]);
    return { ...settings, revision: revision + 1 };
  });
}

/** In the transaction of the settings change: queues confirmation e-mails for new addresses, deletes removed ones. */
async function requestAddressConfirmations(
  context: ActionContext,
  workspaceId: string,
  before: readonly string[],
  after: readonly string[],
): Promise<Refusal | undefined> {
  const { database, now } = context;
  const [old, wanted] = [before, after].map((list) => list.map((address) => address.toLowerCase())) as [
    string[],
    string[],
  ];
  const added = wanted.filter((address) => !old.includes(address));
  const removed = old.filter((address) => !wanted.includes(address));
  if (removed.length > 0) await updateConfirmationsAsRemoved(database, workspaceId, removed, now);
  if (added.length === 0) return undefined;
  await deleteAddressesRemovedBefore(database, workspaceId, new Date(now.getTime() - removedAddressLifetime));
  const stored = await listStoredAddresses(database, workspaceId);
  if (new Set([...stored, ...added]).size > maxStoredAddresses) {
    const message = `must be at most ${maxStoredAddresses} different ones within 7 days; try again later`;
    return refuseInvalid([{ path: 'supportAddresses', rule: 'maxItems', message }]);
  }
  await queueConfirmationMails(context, workspaceId, added);
  return undefined;
}

/** Queues the mails to addresses that are to be confirmed, under the lock of the workspace. */
async function queueConfirmationMails(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  addresses: readonly string[],
): Promise<void> {
  await saveUnconfirmedAddresses(database, workspaceId, addresses);
  const earlier = await lockMails(database, workspaceId, 'AddressConfirmation', addresses);
  const mails = addresses.map((address) =>
    queueMail(
      {
        workspaceId,
        mailId: timeOrderedId(now, randomBytes),
        kind: 'AddressConfirmation',
        key: address,
        facts: {},
        recipients: [address],
      },
      now,
      earlier.find(({ key }) => key === address),
    ),
  );
  await saveMails(database, mails);
}

/** Confirms the address that the link was mailed to; undefined when the link is unknown, used, replaced or expired. */
export async function confirmSupportAddress(
  context: Omit<ActionContext, 'actor'>,
  token: string,
  visitorAddress: string,
): Promise<{ readonly address: string } | undefined> {
  return context.database.transaction().execute(async (database) => {
    const confirmed = await takeConfirmationToken(database, hashSecret(token), context.now);
    if (!confirmed) return undefined;
    const { workspaceId, address } = confirmed;
    const actor = {
      kind: 'Visitor',
      id: 'confirmation-link',
      name: address,
      address: visitorAddress,
    } as const;
    await recordAudit({ ...context, database, actor }, workspaceId, {
      action: 'support_address.confirmed',
      subject: { kind: 'Workspace', id: workspaceId },
      before: null,
      after: { address },
    });
    return { address };
  });
}

/** Queues the confirmation e-mail of a support address again. */
export async function requestConfirmationMail(
  context: ActionContext,
  workspaceId: string,
  written: string,
): Promise<Refusal | undefined> {
  const address = written.trim().toLowerCase();
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const addresses = await loadSupportAddresses(database, workspaceId);
    if (!addresses.some((one) => one.toLowerCase() === address)) {
      return refuseUnknown('address', 'support address');
    }
    const isConfirmed = (await listConfirmedAddresses(database, workspaceId)).includes(address);
    const [mail] = await lockMails(database, workspaceId, 'AddressConfirmation', [address]);
    const decision = requestAnotherMail(isConfirmed, mail, context.now);
    if (decision === 'NotNeeded') return undefined;
    if (decision !== 'Queue') {
      const detail = `This address was mailed a short while ago. Try again in ${decision.retryAfterSeconds} seconds.`;
      return refuse('request.rate_limited', { limit: 1, ...decision }, detail);
    }
    await queueConfirmationMails({ ...context, database }, workspaceId, [address]);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'support_address.confirmation_requested',
      subject: { kind: 'Workspace', id: workspaceId },
      before: null,
      after: { address },
    });
    return undefined;
  });
}
