import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { AgreementEnd } from '../../core/marketplace/licences/licence-end.ts';
import { isSuccession, type LicenceEvent } from '../../core/marketplace/licences/licence-event.ts';
import type { Licence } from '../../core/marketplace/licences/licence-subscription.ts';
import { findProductSlug } from '../../storage/catalogue/products.ts';
import {
  findAgreementEnd,
  findLicence,
  findLicenceOfAgreement,
  findPreviousAgreement,
  type SeenLicence,
  saveLicence,
  saveLicenceCustomer,
  saveSuccession,
} from '../../storage/marketplace/licences.ts';
import {
  findSubscriptionByMarketplaceId,
  lockSubscription,
} from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { recordSubscriptionChange } from '../subscriptions/record-change.ts';
import { storeNotification } from './notifications.ts';

/** Of an event that names neither licence nor agreement. */
const nothingNamed = 'none';
const maxIdLength = 100;

/** Stores an event once, under its licence or else its agreement. */
export async function storeLicenceEvent(
  context: ActionContext,
  source: MarketplaceSource,
  event: LicenceEvent,
  body: unknown,
): Promise<{ readonly isNew: boolean }> {
  const { eventId, licence, agreementId, typeName } = event;
  const notification = {
    operationId: eventId,
    marketplaceSubscriptionId: (licence ?? agreementId ?? nothingNamed).slice(0, maxIdLength),
    action: typeName,
    planId: null,
    quantity: null,
    requestedBy: 'Marketplace',
  } as const;
  return storeNotification(context, source, notification, body);
}

/** Stores what a registration or an event tells of a licence. A text: it contradicts what is known. */
export async function recordLicence(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  source: MarketplaceSource,
  seen: SeenLicence,
): Promise<Licence | string> {
  const saved = await saveLicence(database, source, seen, now);
  if (saved) return saved;
  const known = await findLicence(database, source, seen.licence);
  if (!known) return 'The licence belongs to another connection.';
  return known.productCode === seen.productCode
    ? `The licence belongs to the account ${known.account}.`
    : `The licence is of the product ${known.productCode}.`;
}

/** Makes the tenant the customer of a licence; the first one is. False: another tenant is. */
export async function claimLicence(
  { database }: Pick<ActionContext, 'database'>,
  source: MarketplaceSource,
  licence: string,
  tenantId: string,
): Promise<boolean> {
  return saveLicenceCustomer(database, source, licence, tenantId);
}

/**
 * Lets the subscription of a renewed or replaced agreement go on with the new licence, if product and account are the same
 * and nobody has confirmed the new one as another purchase. Idempotent, in whichever order the events came.
 */
export async function continueSubscription(
  context: ActionContext,
  source: MarketplaceSource,
  agreementId: string,
): Promise<Licence | null> {
  return context.database.transaction().execute(async (database) => {
    const previousId = await findPreviousAgreement(database, source, agreementId);
    const next = await findLicenceOfAgreement(database, source, agreementId);
    const before =
      previousId === null ? undefined : await findLicenceOfAgreement(database, source, previousId);
    if (!next || !before || next.licence === before.licence) return null;
    if (before.tenantId === null || next.tenantId !== null || before.succeededBy !== null) return null;
    if (before.productCode !== next.productCode || before.account !== next.account) return null;
    const { workspaceId } = source;
    const known = await findSubscriptionByMarketplaceId(database, workspaceId, before.licence);
    const stored = known && (await lockSubscription(database, workspaceId, known.subscriptionId));
    // The events of a licence and of its agreement are followed at the same time; the first one moved the subscription.
    if (stored?.subscription.marketplaceSubscriptionId !== before.licence) return null;
    if (stored.subscription.endedAt !== null) return null;
    const { tenantId } = before;
    await saveSuccession(database, source, { from: before.licence, to: next.licence, tenantId });
    const subscription = { ...stored.subscription, marketplaceSubscriptionId: next.licence };
    await recordSubscriptionChange(
      { ...context, database },
      {
        transition: { subscription, events: [] },
        previous: stored,
        product: await findProductSlug(database, workspaceId, subscription.productId),
        move: 'renew',
        note: { actor: 'marketplace', reason: `${agreementId} continues ${previousId}` },
      },
    );
    return next;
  });
}

/** How the agreement of an ended licence ended, as far as an event has told. */
export async function endOfAgreement(
  { database }: Pick<ActionContext, 'database'>,
  source: MarketplaceSource,
  agreementId: string | null,
): Promise<AgreementEnd> {
  const status = agreementId === null ? null : await findAgreementEnd(database, source, agreementId);
  if (status === null) return 'Unknown';
  const isContinued = isSuccession({ type: 'AgreementEnded', status });
  return isContinued ? 'Continued' : 'Ended';
}
