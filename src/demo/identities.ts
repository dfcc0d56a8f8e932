import { defaultSourceName } from '../core/catalogue/marketplace-kind.ts';
import { timeOrderedId } from '../core/identifiers.ts';
import { demoKeyText } from '../core/operations/unsafe-settings.ts';
import type { MemberRole } from '../core/workspaces/member-role.ts';
import { bytesFrom, worldMade } from './fixed.ts';

/** Identities of the demo, fixed so that documentation and scripts can name them. */
export const demoIdp = {
  /** The partner's own tenant, in which the demo application lives. */
  tenantId: 'a0000000-0000-4000-8000-000000000001',
  /** Application id of the API at the identity provider. */
  apiAppId: 'e0000000-0000-4000-8000-000000000001',
  clientId: 'c0000000-0000-4000-8000-000000000001',
  clientSecret: 'demo-client-secret',
  roles: ['Entitlement.Read.All', 'Catalogue.Read.All', 'Usage.Write.All'],
} as const;

/** The partner's application that reads licences in its customers' directories. */
export const demoLicenceReader = {
  clientId: 'c0000000-0000-4000-8000-000000000002',
  clientSecret: 'demo-licence-reader-secret',
  /** Microsoft Graph, and the app role for reading licences. */
  graphAppId: '00000003-0000-0000-c000-000000000000',
  role: 'User.Read.All',
} as const;

/** The partner's application for the marketplace APIs. */
export const demoPublisher = {
  id: 'arcadia',
  clientId: 'c0000000-0000-4000-8000-000000000003',
  clientSecret: 'demo-publisher-secret',
  /** The source of its mappings. */
  sourceName: defaultSourceName,
} as const;

/** The application of the workspace that begins empty; its offers and purchases are apart from the first one's. */
export const sandboxPublisher = {
  id: 'sandbox',
  clientId: 'c0000000-0000-4000-8000-000000000005',
  clientSecret: 'demo-sandbox-publisher-secret',
  sourceName: defaultSourceName,
} as const;

/** The partner's account at AWS Marketplace, with a key for its services. */
export const demoSeller = {
  accountId: '410000000001',
  name: 'Arcadia Software',
  accessKeyId: 'AKIAARCADIAEMULATED1',
  secretAccessKey: 'demo-seller-secret-access-key',
  region: 'us-east-1',
  /** The source of its mappings. */
  sourceName: 'AWS Marketplace',
  /** Of the secret that its events carry. */
  eventSecretBytes: new TextEncoder().encode("Tessera's demo: events of AWS .."),
} as const;

/** An account for a connection of one's own, in the workspace that begins empty. */
export const sandboxSeller = {
  accountId: '410000000002',
  name: 'Sandbox',
  accessKeyId: 'AKIASANDBOXEMULATED1',
  secretAccessKey: 'demo-sandbox-secret-access-key',
} as const;

/** Recipient and sender of the first workspace's notice e-mails. */
export const demoSupportAddress = 'support@arcadia.example';
export const demoSender = 'Tessera <tessera@tessera.example>';

/** Default port and secret of `npm run webhook-listener`. */
export const demoWebhook = {
  url: 'http://127.0.0.1:4555/',
  secretBytes: new TextEncoder().encode("Tessera's demo: everybody knows!"),
} as const;

/** The sign-in application of landing page and portal. */
export const demoSignIn = {
  clientId: 'c0000000-0000-4000-8000-000000000004',
  clientSecret: 'demo-sign-in-secret',
} as const;

/** Seals the demo's secrets at rest. Public. */
export const demoEncryptionKey = {
  current: new TextEncoder().encode(demoKeyText),
  old: [],
};

export const demoWorkspaceSlug = 'arcadia';
export const otherDemoWorkspaceSlug = 'borealis';
/** Begins empty, for a product of one's own. */
export const sandboxSlug = 'sandbox';

/** The same in every demo. */
export const demoWorkspaceIds = [demoWorkspaceSlug, otherDemoWorkspaceSlug, sandboxSlug].map((slug) =>
  timeOrderedId(worldMade, bytesFrom(slug)),
);

export interface DemoMember {
  readonly tenantId: string;
  readonly objectId: string;
  readonly name: string;
  readonly username: string;
  readonly role: MemberRole;
}

const colleague = (number: number, name: string, role: MemberRole): DemoMember => ({
  tenantId: demoIdp.tenantId,
  objectId: `d0000000-0000-4000-8000-00000000010${number}`,
  name,
  username: `${name.split(' ')[0]?.toLowerCase()}@arcadia.example`,
  role,
});

/** Members of the first workspace; the printed sign-in link is for the first. */
export const demoMembers = [
  colleague(1, 'Mara Voss', 'Partner administrator'),
  colleague(2, 'Ivo Lind', 'Integration manager'),
  colleague(3, 'Cato Berg', 'Catalogue manager'),
  colleague(4, 'Siri Holm', 'Subscription support'),
  colleague(5, 'Vera Dahl', 'Viewer'),
] as const;
