import type { Directory } from './directory.ts';

export const NORTHWIND = '5c1f2a34-7d0e-4b3c-9a6d-1f2e3d4c5b6a';
export const FABRIKAM = 'b7a0c9d8-2e4f-4a61-8c3b-6d5e4f3a2b1c';

/** An API that is registered for version 2 tokens, and one for version 1. */
export const API = '0d9e8f7a-6b5c-4d3e-8f1a-2b3c4d5e6f70';
export const OLDER_API = '3f6b1c2d-8e9a-4c7b-b5d4-a1f0e9d8c7b6';

export const CLIENT = '91a2b3c4-d5e6-4f70-8a9b-0c1d2e3f4a5b';
export const CLIENT_WITHOUT_ROLES = 'c4d5e6f7-0a1b-4c2d-9e3f-5a6b7c8d9e0f';
export const DISABLED_CLIENT = 'e6f70a1b-2c3d-4e4f-8a5b-6c7d8e9f0a1b';
export const SECRET = 'a-secret~of+the/sample:client';
export const EXPIRED_SECRET = 'last-year-s-secret';

/** A multi-tenant website, and a native application, which has no secret. */
export const WEBSITE = '2a3b4c5d-6e7f-4081-92a3-b4c5d6e7f809';
export const WEBSITE_REDIRECT = 'http://127.0.0.1:4390/signed-in';
export const NATIVE_CLIENT = '7f809a1b-2c3d-4e4f-8061-728394a5b6c7';
export const NATIVE_REDIRECT = 'http://localhost/';
export const SINGLE_PAGE_REDIRECT = 'http://127.0.0.1:4390/page';

export const ADA = '0a1b2c3d-4e5f-4061-8273-8495a6b7c8d9';
export const BERT = '1b2c3d4e-5f60-4172-8384-95a6b7c8d9ea';
export const CLARA = '2c3d4e5f-6071-4283-9495-a6b7c8d9eafb';

/** Two tenants with their users, two APIs and some applications: enough for an example and for most tests. */
export const sampleDirectory: Directory = {
  tenants: [{ id: NORTHWIND }, { id: FABRIKAM }],
  apis: [
    { appId: API, tokenVersion: 2, tenantIds: 'all' },
    { appId: OLDER_API, tokenVersion: 1, tenantIds: [NORTHWIND] },
  ],
  applications: [
    {
      clientId: CLIENT,
      tenantIds: [NORTHWIND, FABRIKAM],
      secrets: [
        { value: EXPIRED_SECRET, expiresAt: new Date('2025-01-01T00:00:00Z') },
        { value: SECRET, expiresAt: new Date('2099-01-01T00:00:00Z') },
      ],
      roles: { [API]: ['Entitlements.Read', 'Usage.Write'], [OLDER_API]: ['Entitlements.Read'] },
    },
    { clientId: CLIENT_WITHOUT_ROLES, tenantIds: [NORTHWIND], secrets: [{ value: SECRET }], roles: {} },
    {
      clientId: DISABLED_CLIENT,
      tenantIds: [NORTHWIND],
      secrets: [{ value: SECRET }],
      disabled: true,
      roles: {},
    },
    {
      clientId: WEBSITE,
      name: 'Northwind Website',
      tenantIds: 'all',
      secrets: [{ value: SECRET }],
      redirectUris: [WEBSITE_REDIRECT],
      singlePageRedirectUris: [SINGLE_PAGE_REDIRECT],
      assignments: [{ objectId: ADA, roles: ['Owner'] }],
      roles: {},
    },
    {
      clientId: NATIVE_CLIENT,
      name: 'Northwind Program',
      tenantIds: [NORTHWIND],
      secrets: [],
      isPublic: true,
      redirectUris: [NATIVE_REDIRECT],
      roles: {},
    },
  ],
  users: [
    {
      objectId: ADA,
      tenantId: NORTHWIND,
      name: 'Ada Olsen',
      preferredUsername: 'ada@northwind.example',
      email: 'ada.olsen@northwind.example',
    },
    { objectId: BERT, tenantId: NORTHWIND, name: 'Bert Hansen', preferredUsername: 'bert@northwind.example' },
    {
      objectId: CLARA,
      tenantId: FABRIKAM,
      name: 'Clara Meyer',
      preferredUsername: 'clara@fabrikam.example',
      email: 'clara@fabrikam.example',
    },
  ],
};
