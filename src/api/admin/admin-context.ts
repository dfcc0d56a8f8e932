import type { ApiContext } from '../context.ts';

/** What the routes of the admin API use. */
export type AdminContext = Pick<
  ApiContext,
  | 'allowsLocalWebhooks'
  | 'clock'
  | 'credentialUses'
  | 'database'
  | 'encryptionKey'
  | 'failedAttempts'
  | 'fulfilment'
  | 'idp'
  | 'idpLicences'
  | 'licences'
  | 'listedOffers'
  | 'mailsNotices'
  | 'marketplaceEmulatorUrls'
  | 'metering'
  | 'nodeCredentialUse'
  | 'ownAddress'
  | 'pool'
  | 'publicUrl'
  | 'randomBytes'
  | 'rateLimiter'
  | 'retention'
  | 'sampleExport'
  | 'signIn'
  | 'snapshots'
  | 'writes'
>;
