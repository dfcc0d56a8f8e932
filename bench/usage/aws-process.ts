import { startAwsEmulator } from '../../emulators/aws-marketplace/start.ts';
import { channels, seller } from './channel.ts';
import { dimensionsOf, publisher, tenantIdOf, tenants } from './meters.ts';

/** The emulated AWS Marketplace in a process of its own, with a licence for each tenant. */
const { accountId, accessKeyId, secretAccessKey, buyerAccountId } = seller;
const product = {
  code: publisher.offerId,
  id: 'prod-bench',
  title: 'Bench',
  contractDimensions: [],
  meteredDimensions: dimensionsOf(),
};
const since = new Date(Date.now() - 2 * 24 * 3_600_000);
const aws = await startAwsEmulator({
  directory: {
    sellers: [{ accountId, name: 'Bench', products: [product] }],
    buyers: [{ accountId: buyerAccountId, name: 'Buyer' }],
    accessKeys: [{ id: accessKeyId, secret: secretAccessKey, accountId }],
    agreements: Array.from({ length: tenants }, (_, number) => ({
      id: `agmt-${number}`,
      sellerAccountId: accountId,
      productCode: publisher.offerId,
      buyerAccountId,
      offerId: 'offer-bench',
      intent: 'NEW' as const,
      status: 'ACTIVE' as const,
      acceptanceTime: since,
      startTime: since,
      licensedAt: since,
      endTime: new Date('9999-01-01T00:00:00Z'),
      autoRenewalEnabled: false,
      isFreeTrial: false,
      licenseArn: channels.aws.resourceOf(tenantIdOf(number)),
      entitlements: [],
    })),
  },
  settings: { batchCallsPerSecond: 0 },
});
process.stdout.write(`${JSON.stringify({ url: aws.url })}\n`);
process.on('SIGTERM', () => process.exit(0));
