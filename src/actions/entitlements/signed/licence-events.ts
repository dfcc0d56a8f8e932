import { timeOrderedId } from '../../../core/identifiers.ts';
import type { LicenceEventData } from '../../../core/webhooks/event.ts';
import type { StoredLicenceFile } from '../../../storage/entitlements/signed/licence-files.ts';
import { insertEvents } from '../../../storage/webhooks/events.ts';
import type { ActionContext } from '../../context.ts';

/** Adds the event in the transaction of the change. */
export async function announceLicenceFile(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  type: 'licence.issued' | 'licence.revoked',
  file: StoredLicenceFile,
): Promise<void> {
  const { tenantId, licenceFileId, expiresAt, installation, revokeReason } = file;
  const data: LicenceEventData = {
    workspaceId,
    tenantId,
    product: { slug: file.product, name: file.productName },
    licenceFileId,
    expiresAt,
    installation: installation && { name: installation.name, thumbprint: installation.thumbprint },
    ...(revokeReason !== null && { reason: revokeReason }),
  };
  const eventId = timeOrderedId(now, randomBytes);
  await insertEvents(database, workspaceId, [{ eventId, type, occurredAt: now, data }]);
}
