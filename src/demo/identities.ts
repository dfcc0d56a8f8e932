/** Who is who in the demo. Fixed, so that documentation and scripts can name them. */
export const demoIdp = {
  /** The partner's own tenant, in which the demo application lives. */
  tenantId: 'a0000000-0000-4000-8000-000000000001',
  /** The API, as the identity provider knows it. */
  apiAppId: 'e0000000-0000-4000-8000-000000000001',
  clientId: 'c0000000-0000-4000-8000-000000000001',
  clientSecret: 'demo-client-secret',
  roles: ['Entitlement.Read.All', 'Catalogue.Read.All', 'Usage.Write.All'],
} as const;
