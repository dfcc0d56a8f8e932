import { type LicenceArn, readLicenceArn } from '../core/marketplace/licences/licence-address.ts';
import { distantFuture, type Organisation, scriptedCustomers } from './customers.ts';
import { demoBuyers, organisations } from './emulated-directories.ts';
import { bytesFrom, worldMade } from './fixed.ts';
import { script } from './history/script.ts';
import { demoSeller, sandboxSeller } from './identities.ts';
import { mosaic, mosaicProductCodes, mosaicSeats } from './products/small-products.ts';

/** The AWS account of a customer: its number ends as the tenant's does. */
const awsAccountOf = ({ tenantId }: Pick<Organisation, 'tenantId'>) => `42${tenantId.slice(-10)}`;

/** A purchase at AWS as it is at the end of the script; its ids are the same in every demo. */
export interface AwsPurchase {
  readonly customer: keyof typeof scriptedCustomers;
  readonly agreementId: string;
  readonly licence: LicenceArn;
  readonly productCode: string;
  readonly account: string;
  /** Empty for pay as you go. */
  readonly entitlements: readonly { readonly dimension: string; readonly value: number }[];
}

export const awsPurchases: readonly AwsPurchase[] = script.flatMap((line) => {
  if (line.does !== 'buys on AWS') return [];
  const { customer, seats } = line;
  const bytes = bytesFrom(`${customer} at AWS`);
  const hex = (count: number) => Buffer.from(bytes(count)).toString('hex');
  const licence = readLicenceArn(`arn:aws:license-manager::294406891311:license:l-${hex(16)}`);
  if (!licence) throw new Error(`${customer} has no licence`);
  return [
    {
      customer,
      agreementId: `agmt-${hex(12)}`,
      licence,
      productCode: seats === undefined ? mosaicProductCodes.byUse : mosaicProductCodes.byContract,
      account: awsAccountOf(scriptedCustomers[customer]),
      entitlements: seats === undefined ? [] : [{ dimension: mosaicSeats, value: seats }],
    },
  ];
});

/** `prod-…`, as AWS has it beside the product code. */
export const awsProductId = (productCode: string) => `prod-${productCode.slice(0, 13)}`;

/**
 * Data of the emulated AWS Marketplace as it begins: the seller of the first workspace with its agreements, another for the empty
 * workspace, and an account for each customer who has somebody to sign in. It sells what is mapped (`mapped-products.ts`).
 */
export const demoAws = {
  sellers: [
    {
      accountId: demoSeller.accountId,
      name: demoSeller.name,
      products: mosaic.plans.flatMap(({ name, marketplace, billingModel }) =>
        marketplace
          .filter(({ sourceName }) => sourceName === demoSeller.sourceName)
          .map(({ offerId, planId, dimensions }) => ({
            code: offerId,
            id: awsProductId(offerId),
            title: `${mosaic.name}: ${name}`,
            contractDimensions: billingModel === 'PerUser' ? [planId] : [],
            meteredDimensions: dimensions.map(({ id }) => id),
          })),
      ),
    },
    { accountId: sandboxSeller.accountId, name: sandboxSeller.name, products: [] },
  ],
  buyers: organisations.flatMap((organisation) => {
    const [person] = demoBuyers.filter(({ tenantId }) => tenantId === organisation.tenantId);
    if (!person) return [];
    const { name, email } = person;
    return [
      { accountId: awsAccountOf(organisation), name: organisation.name, signsInAs: `${name}, ${email}` },
    ];
  }),
  accessKeys: [demoSeller, sandboxSeller].map(({ accessKeyId, secretAccessKey, accountId }) => ({
    id: accessKeyId,
    secret: secretAccessKey,
    accountId,
  })),
  agreements: awsPurchases.map(({ agreementId, licence, productCode, account, entitlements }) => ({
    id: agreementId,
    sellerAccountId: demoSeller.accountId,
    productCode,
    buyerAccountId: account,
    offerId: `offer-${agreementId.slice(-13)}`,
    intent: 'NEW' as const,
    status: 'ACTIVE' as const,
    acceptanceTime: worldMade,
    startTime: worldMade,
    licensedAt: worldMade,
    endTime: distantFuture,
    ...(entitlements.length > 0 && { months: 12 }),
    autoRenewalEnabled: entitlements.length > 0,
    isFreeTrial: false,
    licenseArn: licence,
    entitlements,
  })),
};
