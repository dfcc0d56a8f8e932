import type { FulfilmentResponse } from '../fulfilment-service.ts';
import type { MarketplaceConnection } from '../ports.ts';
import type { Agreement } from './agreement.ts';
import type { LicenceArn } from './licence-address.ts';
import type { LicenceEntitlement } from './licence-plan.ts';

/** A right that the seller's account grants to the connection, by the name of its operation. */
export type SellerRight =
  | 'ResolveCustomer'
  | 'BatchMeterUsage'
  | 'GetEntitlements'
  /** These two are optional. */
  | 'SearchAgreements'
  | 'DescribeAgreement';

/** Whether a call failed because the account does not grant its right. */
export function lacksRight(failed: { readonly reason: string; readonly isConfiguration?: boolean }): boolean {
  return failed.isConfiguration === true && /AccessDenied/.test(failed.reason);
}

/** The port to a marketplace that sells licences: contracts are read, never changed. */
export interface LicenceService<Connection = MarketplaceConnection> {
  /**
   * The entitlements of a product, or of one of its licences. Stops at the first page that is not answered. No entitlement
   * means pay as you go, or an ended licence.
   */
  listEntitlements(
    connection: Connection,
    product: { readonly productCode: string; readonly licence: LicenceArn | null },
  ): AsyncIterable<FulfilmentResponse<readonly LicenceEntitlement[]>>;
  /** The agreements in force. Stops at the first page that is not answered. */
  listActiveAgreements(connection: Connection): AsyncIterable<FulfilmentResponse<readonly Agreement[]>>;
  getAgreement(connection: Connection, agreementId: string): Promise<FulfilmentResponse<Agreement>>;
  /** Tries a right without an effect. Unavailable by configuration: the right is missing, or the credential is wrong. */
  tryRight(
    connection: Connection,
    right: SellerRight,
    productCode: string,
  ): Promise<FulfilmentResponse<null>>;
}
