import type { NewSeller, SellerChanges } from '../../../actions/marketplace/sellers.ts';
import type { MarketplaceKind } from '../../../core/catalogue/marketplace-kind.ts';
import { traitsOf } from '../../../core/marketplace/connections/kinds.ts';
import type { AccessKey, SellerSettings } from '../../../core/marketplace/connections/seller.ts';
import { defaultRegion } from '../../../core/marketplace/licences/licence-address.ts';
import { type Refusal, refuseInvalid, type ValidationIssue } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import type { CredentialBody } from './connection-view.ts';
import type { SellerCredentialBody } from './seller-view.ts';

/** The body of a connection. Which members it needs depends on its kind. */
export interface ConnectionBody extends Partial<SellerSettings> {
  readonly kind?: MarketplaceKind;
  readonly sourceName: string;
  readonly tenantId?: string;
  readonly clientId?: string;
  readonly credential: CredentialBody | SellerCredentialBody;
  readonly credentialEndsAt?: string | null;
  readonly authUrl?: string;
  readonly marketplaceUrl?: string;
  readonly acceptsUnsignedCalls?: boolean;
}

interface ApplicationBody extends ConnectionBody {
  readonly tenantId: string;
  readonly clientId: string;
  readonly credential: CredentialBody;
}

export interface NewSellerAccount {
  readonly account: 'seller';
  readonly seller: NewSeller;
  /** Null: the node's own. */
  readonly credential: AccessKey | null;
}

type ReadConnection = { readonly account: 'application'; readonly body: ApplicationBody } | NewSellerAccount;

export const otherCredential: ValidationIssue = {
  path: 'credential.kind',
  rule: 'enum',
  message: 'is for connections of another kind',
};

const required = (path: string): ValidationIssue => ({ path, rule: 'required', message: 'is required' });

export function readConnectionBody(body: ConnectionBody): ReadConnection | Refusal {
  const { account } = traitsOf(body);
  const { tenantId, clientId, credential, sellerAccount } = body;
  if (account === 'seller') {
    if (sellerAccount === undefined) return refuseInvalid([required('sellerAccount')]);
    if (!isOfSeller(credential)) return refuseInvalid([otherCredential]);
    const {
      sourceName,
      region = defaultRegion,
      roleArn = null,
      endpointUrl = null,
      sendZeros = false,
    } = body;
    const credentialEndsAt = readEnd(body.credentialEndsAt ?? null);
    const settings = { sellerAccount, region, roleArn, endpointUrl, sendZeros };
    const seller = { ...settings, sourceName, credentialEndsAt };
    return { account, seller, credential: sellerCredential(credential) };
  }
  if (tenantId === undefined || clientId === undefined) {
    const missing = Object.entries({ tenantId, clientId }).filter(([, value]) => value === undefined);
    return refuseInvalid(missing.map(([name]) => required(name)));
  }
  if (isOfSeller(credential)) return refuseInvalid([otherCredential]);
  return { account, body: { ...body, tenantId, clientId, credential } };
}

export function readSellerChanges(body: Partial<ConnectionBody>): SellerChanges | Refusal {
  const { credential, credentialEndsAt, sellerAccount, region, roleArn, endpointUrl, sendZeros } = body;
  if (credential && !isOfSeller(credential)) return refuseInvalid([otherCredential]);
  return {
    ...(credential && { credential: sellerCredential(credential) }),
    ...(credentialEndsAt !== undefined && { credentialEndsAt: readEnd(credentialEndsAt) }),
    ...(sellerAccount !== undefined && { sellerAccount }),
    ...(region !== undefined && { region }),
    ...(roleArn !== undefined && { roleArn }),
    ...(endpointUrl !== undefined && { endpointUrl }),
    ...(sendZeros !== undefined && { sendZeros }),
  };
}

export function isOfSeller(
  credential: CredentialBody | SellerCredentialBody,
): credential is SellerCredentialBody {
  return credential.kind === 'accessKey' || credential.kind === 'node';
}

const sellerCredential = (credential: SellerCredentialBody) =>
  credential.kind === 'accessKey' ? credential : null;

function readEnd(text: string | null): Date | null {
  return text === null ? null : instantOf(text);
}
