import { type DemoCustomer, demoCustomers, type Organisation, scriptedCustomers } from './customers.ts';
import {
  demoIdp,
  demoLicenceReader,
  demoMembers,
  demoPublisher,
  demoSignIn,
  sandboxPublisher,
} from './identities.ts';

const customers = Object.values<DemoCustomer>(demoCustomers);
export const organisations = [...customers, ...Object.values<Organisation>(scriptedCustomers)];
const withLicences = customers.filter(({ licences }) => licences !== undefined);

/** The customers' users in the emulated identity provider; each may buy. */
export const demoBuyers = organisations.flatMap(({ tenantId, members }) =>
  members.map(({ objectId, email }) => ({
    objectId,
    tenantId,
    name: nameIn(email),
    preferredUsername: email,
    email,
  })),
);

/** Data of the emulated identity provider: the tenants of partner and customers, and the partner's applications. */
export const demoDirectory = {
  tenants: [{ id: demoIdp.tenantId }, ...organisations.map(({ tenantId }) => ({ id: tenantId }))],
  apis: [{ appId: demoIdp.apiAppId, tokenVersion: 2 as const, tenantIds: 'all' as const }],
  applications: [
    {
      clientId: demoIdp.clientId,
      tenantIds: [demoIdp.tenantId],
      secrets: [{ value: demoIdp.clientSecret }],
      roles: { [demoIdp.apiAppId]: [...demoIdp.roles] },
    },
    ...[demoPublisher, sandboxPublisher].map(({ clientId, clientSecret }) => ({
      clientId,
      tenantIds: [demoIdp.tenantId],
      secrets: [{ value: clientSecret }],
      roles: {},
    })),
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
  users: [
    ...demoMembers.map(({ tenantId, objectId, name, username }) => ({
      tenantId,
      objectId,
      name,
      preferredUsername: username,
    })),
    ...demoBuyers,
  ],
};

/** The redirect URI is known only once the service listens. */
export function demoSignInApplication(redirectUri: string) {
  const { clientId, clientSecret } = demoSignIn;
  return {
    clientId,
    name: 'Tessera',
    tenantIds: 'all' as const,
    secrets: [{ value: clientSecret }],
    redirectUris: [redirectUri],
    roles: {},
  };
}

/** `ada@contoso.example` is Ada of Contoso. */
function nameIn(email: string): string {
  const [person = '', organisation = ''] = email.split(/[@.]/);
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return `${capital(person)} of ${capital(organisation)}`;
}

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
