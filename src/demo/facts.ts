import { demoCustomers, scriptedCustomers, user } from './customers.ts';
import { awsPurchases } from './emulated-aws.ts';
import { demoIdp, demoSeller, demoWorkspaceIds, sandboxSlug } from './identities.ts';
import { limitedRequests } from './products/aqueduct.ts';
import { flowRuns, mosaic, mosaicProductCodes } from './products/small-products.ts';
import type { DemoKeys } from './seed.ts';
import type { DemoLicence } from './seed-licence-file.ts';

/** Data of a running demo for scripts; written to `demo.json` in its data folder. */
export interface DemoFacts extends DemoKeys {
  readonly baseUrl: string;
  /** The database of the service, on this machine. */
  readonly databaseUrl: string;
  readonly portalUrl: string;
  /** The overview of the workspace that begins empty. */
  readonly sandboxUrl: string;
  /** The public keys that sign entitlements of the first workspace. */
  readonly signingKeysUrl: string;
  /** One-time link for the first workspace's administrator, valid for 15 minutes. */
  readonly signInUrl: string;
  readonly idp: {
    readonly authUrl: string;
    readonly httpsAuthUrl: string;
    readonly tenantId: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly apiAppId: string;
  };
  readonly graphUrl: string;
  readonly graphHttpsUrl: string;
  readonly marketplace: { readonly url: string; readonly httpsUrl: string };
  /** The emulated AWS Marketplace, and the licence of a customer who pays as they go: usage of it can be sent there or reported here. */
  readonly awsMarketplace: {
    readonly url: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    /** The customer's AWS account. */
    readonly accountId: string;
    readonly licenceArn: string;
    readonly productCode: string;
    readonly dimension: string;
    readonly tenantId: string;
    readonly product: string;
  };
  /** Certificate authority of the emulators' https. */
  readonly caFile: string;
  /** Shows the e-mails to support. */
  readonly mailbox: { readonly url: string };
  /** A subscription with meters. */
  readonly metered: {
    readonly tenantId: string;
    readonly product: string;
    readonly plan: string;
    readonly dimension: string;
  };
  /** A customer whose plan has a usage limit that denies, with nothing used of it. */
  readonly limited: { readonly tenantId: string; readonly product: string; readonly dimension: string };
  /** A licence file that is bound to an installation of a customer. */
  readonly licence: DemoLicence;
  readonly tenants: readonly {
    readonly label: string;
    readonly tenantId: string;
    readonly product: string;
  }[];
  /** One for each reason; the label is the expected reason. */
  readonly eligibility: readonly {
    readonly label: string;
    readonly tenantId: string;
    readonly product: string;
    readonly plan?: string;
    readonly userObjectId?: string;
    readonly email?: string;
  }[];
}

/** The service itself uses http. */
export interface EmulatorAddress {
  readonly url: string;
  readonly httpsUrl: string;
}

export interface RunningDemo extends DemoKeys {
  readonly licence: DemoLicence;
  readonly signInLink: string;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly idp: EmulatorAddress;
  readonly graph: EmulatorAddress;
  readonly marketplace: EmulatorAddress;
  readonly awsUrl: string;
  readonly mailboxUrl: string;
  readonly caFile: string;
}

export function demoFacts(running: RunningDemo): DemoFacts {
  const { baseUrl, databaseUrl, idp, graph, marketplace, awsUrl, mailboxUrl } = running;
  const { apiKey, otherWorkspaceApiKey, serviceAccountKey, signInLink, licence, caFile } = running;
  const { tenantId, clientId, clientSecret, apiAppId } = demoIdp;
  return {
    baseUrl,
    databaseUrl,
    portalUrl: `${baseUrl}/portal/`,
    sandboxUrl: `${baseUrl}/portal/${sandboxSlug}/overview`,
    signingKeysUrl: `${baseUrl}/.well-known/tessera/${demoWorkspaceIds[0]}/jwks.json`,
    signInUrl: `${baseUrl}/api/admin/v1/sign-in/link?token=${signInLink}`,
    apiKey,
    otherWorkspaceApiKey,
    serviceAccountKey,
    idp: { authUrl: idp.url, httpsAuthUrl: idp.httpsUrl, tenantId, clientId, clientSecret, apiAppId },
    graphUrl: graph.url,
    graphHttpsUrl: graph.httpsUrl,
    marketplace: { url: marketplace.url, httpsUrl: marketplace.httpsUrl },
    awsMarketplace: awsFacts(awsUrl),
    caFile,
    mailbox: { url: mailboxUrl },
    metered: {
      tenantId: demoCustomers.contoso.tenantId,
      product: 'aqueduct',
      plan: 'standard-monthly',
      dimension: 'rows-moved',
    },
    limited: {
      tenantId: demoCustomers.contoso.tenantId,
      product: 'aqueduct',
      dimension: limitedRequests.id,
    },
    licence,
    tenants: demoTenants.map(([label, customer, product]) => ({
      label,
      tenantId: demoCustomers[customer].tenantId,
      product,
    })),
    eligibility: demoQuestions.map(({ customer, ...question }) => ({
      ...question,
      tenantId: demoCustomers[customer].tenantId,
    })),
  };
}

function awsFacts(url: string): DemoFacts['awsMarketplace'] {
  const { region, accessKeyId, secretAccessKey } = demoSeller;
  const bought = awsPurchases.find(({ productCode }) => productCode === mosaicProductCodes.byUse);
  if (!bought) throw new Error('No customer pays as they go');
  const { customer, account, licence, productCode } = bought;
  return {
    url,
    region,
    accessKeyId,
    secretAccessKey,
    accountId: account,
    licenceArn: licence,
    productCode,
    dimension: flowRuns.id,
    tenantId: scriptedCustomers[customer].tenantId,
    product: mosaic.slug,
  };
}

/** Purpose of each tenant; printed, and written to `demo.json`. */
const demoTenants = [
  ['Active: full access, tenant-wide', 'contoso', 'aqueduct'],
  ['Active: full access, by the seat', 'fabrikam', 'forum'],
  ['Active: two plans, the higher edition decides', 'woodgrove', 'aqueduct'],
  ['Active: a trial', 'wingtip', 'aqueduct'],
  ['Active: licences at the identity provider', 'relecloud', 'scriptorium'],
  ['Suspended: read-only', 'northwind', 'aqueduct'],
  ['Pending', 'adatum', 'aqueduct'],
  ['Cancelled', 'litware', 'aqueduct'],
  ['Expired: a trial that ended', 'proseware', 'aqueduct'],
  ['None: never bought', 'tailspin', 'aqueduct'],
] as const;

/** One request for each eligibility reason. */
const demoQuestions = [
  { label: 'TenantWideEntitlement', customer: 'contoso', product: 'aqueduct', userObjectId: user(1) },
  { label: 'SeatAssigned', customer: 'fabrikam', product: 'forum', email: 'bea@fabrikam.example' },
  { label: 'IdpLicensed', customer: 'relecloud', product: 'scriptorium', userObjectId: user(10) },
  { label: 'TenantNotEntitled', customer: 'tailspin', product: 'aqueduct', userObjectId: user(99) },
  {
    label: 'PlanMismatch',
    customer: 'contoso',
    product: 'aqueduct',
    plan: 'enterprise-yearly',
    userObjectId: user(1),
  },
  { label: 'NoSeatAssigned', customer: 'fabrikam', product: 'forum', userObjectId: user(3) },
  { label: 'IdpNotLicensed', customer: 'relecloud', product: 'scriptorium', userObjectId: user(11) },
  { label: 'NoIdpPlan', customer: 'vanArsdel', product: 'scriptorium', userObjectId: user(14) },
  { label: 'IdpNoLicencesReported', customer: 'relecloud', product: 'scriptorium', userObjectId: user(12) },
  { label: 'IdpUnavailable', customer: 'lamna', product: 'scriptorium', userObjectId: user(15) },
  { label: 'IdpNotConfigured', customer: 'humongous', product: 'forum', userObjectId: user(16) },
  { label: 'DelegatedConsentMissing', customer: 'trey', product: 'scriptorium', userObjectId: user(13) },
] as const;
