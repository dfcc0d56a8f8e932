import type { Directory } from '../entra/directory.ts';
import { FABRIKAM, NORTHWIND, SECRET, sampleDirectory } from '../entra/sample-directory.ts';
import { microsoftGraph } from '../shell/first-party-apps.ts';
import type { GraphDirectory } from './directory.ts';

/** A tenant without the application. */
export const STRANGER = 'd2e3f4a5-b6c7-4d8e-9f0a-1b2c3d4e5f6a';

/** Consented to in Northwind, present without consent in Fabrikam. */
export const LICENCE_READER = 'f1e2d3c4-b5a6-4978-8c6d-5e4f3a2b1c0d';
export const LICENCE_READER_SECRET = SECRET;

export const ALICE = '11111111-aaaa-4aaa-8aaa-000000000001';
export const BOB = '22222222-bbbb-4bbb-8bbb-000000000002';
export const CAROL = '33333333-cccc-4ccc-8ccc-000000000003';

const catalogId = 'CFQ7TTC0SAMPLE:0001';

/** The Entra emulator's directory that goes with `sampleUsers`. */
export const sampleIdp: Directory = {
  ...sampleDirectory,
  tenants: [...sampleDirectory.tenants, { id: STRANGER }],
  applications: [
    ...sampleDirectory.applications,
    {
      clientId: LICENCE_READER,
      tenantIds: [NORTHWIND, FABRIKAM],
      secrets: [{ value: LICENCE_READER_SECRET }],
      roles: {},
      consents: [{ tenantId: NORTHWIND, api: microsoftGraph.appId, roles: ['User.Read.All'] }],
    },
  ],
};

/** Alice holds a licence (with the row of an older one beside it), Bob has lost his, Carol never had one. */
export const sampleUsers: GraphDirectory = {
  users: [
    {
      tenantId: NORTHWIND,
      id: ALICE,
      usageRights: [
        { catalogId, serviceIdentifier: 'contoso.planner.team', state: 'inactive' },
        { catalogId, serviceIdentifier: 'contoso.planner.team', state: 'active' },
        { catalogId, serviceIdentifier: 'contoso.notes.basic', state: 'warning' },
      ],
    },
    {
      tenantId: NORTHWIND,
      id: BOB,
      usageRights: [{ catalogId, serviceIdentifier: 'contoso.planner.team', state: 'inactive' }],
    },
    { tenantId: NORTHWIND, id: CAROL, usageRights: [] },
    {
      tenantId: FABRIKAM,
      id: ALICE,
      usageRights: [{ catalogId, serviceIdentifier: 'contoso.planner.team', state: 'active' }],
    },
  ],
};
