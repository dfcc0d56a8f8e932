import { type DemoCustomer, demoCustomers } from './customers.ts';
import { demoIdp, demoLicenceReader, demoPublisher } from './identities.ts';

const customers = Object.values<DemoCustomer>(demoCustomers);
const withLicences = customers.filter(({ licences }) => licences !== undefined);

/** What the emulated identity provider knows: the partner's tenant, its customers', and the partner's applications. */
export const demoDirectory = {
  tenants: [{ id: demoIdp.tenantId }, ...customers.map(({ tenantId }) => ({ id: tenantId }))],
  apis: [{ appId: demoIdp.apiAppId, tokenVersion: 2 as const, tenantIds: 'all' as const }],
  applications: [
    {
      clientId: demoIdp.clientId,
      tenantIds: [demoIdp.tenantId],
      secrets: [{ value: demoIdp.clientSecret }],
      roles: { [demoIdp.apiAppId]: [...demoIdp.roles] },
    },
    {
      clientId: demoPublisher.clientId,
      tenantIds: [demoIdp.tenantId],
      secrets: [{ value: demoPublisher.clientSecret }],
      roles: {},
    },
    {
      clientId: demoLicenceReader.clientId,
      tenantIds: withLicences.map(({ tenantId }) => tenantId),
      secrets: [{ value: demoLicenceReader.clientSecret }],
      roles: {},
      consents: withLicences
        .filter(({ licences }) => licences !== 'not consented')
        .map(({ tenantId }) => ({
          tenantId,
          api: demoLicenceReader.graphAppId,
          roles: [demoLicenceReader.role],
        })),
    },
  ],
};

export const demoUsers = customers.flatMap(({ tenantId, members }) =>
  members.flatMap(({ objectId, usageRights }) =>
    usageRights
      ? [
          {
            tenantId,
            id: objectId,
            usageRights: usageRights.map((right) => ({ ...right, catalogId: 'CFQ7TTC0DEMO:0001' })),
          },
        ]
      : [],
  ),
);

export const tenantsWhoseDirectoryIsDown = customers
  .filter(({ licences }) => licences === 'directory down')
  .map(({ tenantId }) => tenantId);
