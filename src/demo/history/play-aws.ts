import { alignSubscription } from '../../actions/marketplace/align-subscription.ts';
import { claimLicence, recordLicence } from '../../actions/marketplace/licence-events.ts';
import { recordConfirmer } from '../../actions/marketplace/record-purchase.ts';
import { subscriptionOfLicence } from '../../core/marketplace/licences/licence-subscription.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { loadMappedDimensions } from '../../storage/marketplace/licences.ts';
import { distantFuture, scriptedCustomers } from '../customers.ts';
import { type AwsPurchase, awsPurchases } from '../emulated-aws.ts';
import { demoBuyers } from '../emulated-directories.ts';
import { done } from '../fixed.ts';
import { demoSeller } from '../identities.ts';
import type { Player } from './player.ts';

/** What an event, the registration and the confirmation on the landing page do, at one moment. */
export async function buyOnAws(
  { workspaceId, database, at }: Player,
  customer: AwsPurchase['customer'],
  moment: Date,
): Promise<Subscription> {
  const purchase = awsPurchases.find((one) => one.customer === customer);
  const { tenantId } = scriptedCustomers[customer];
  const buyer = demoBuyers.find((person) => person.tenantId === tenantId);
  if (!purchase || !buyer) throw new Error(`${customer} buys nothing at AWS`);
  const { licence, productCode, account, agreementId, entitlements } = purchase;
  const source = { workspaceId, sourceName: demoSeller.sourceName };
  const context = at(moment);
  const seen = { licence, productCode, account, agreementId, activeAt: moment };
  const recorded = await recordLicence(context, source, seen);
  if (typeof recorded === 'string') throw new Error(`The demo cannot be seeded: ${recorded}`);
  await claimLicence(context, source, licence, tenantId);
  const listed = entitlements.map((one) => ({
    ...one,
    productCode,
    account,
    licence,
    endsAt: distantFuture,
  }));
  const mappings = await loadMappedDimensions(database, source, productCode);
  const remote = subscriptionOfLicence({ ...recorded, tenantId }, listed, mappings, moment);
  const { subscription } = done(await alignSubscription(context, source, remote, 'landing page'));
  if (!subscription) throw new Error(`The purchase of ${customer} is not active`);
  const user = { ...buyer, username: buyer.preferredUsername, isGuest: false };
  await recordConfirmer(context, subscription, user);
  return subscription;
}
