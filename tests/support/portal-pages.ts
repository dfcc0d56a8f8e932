import type { PortalPage } from './portal-demo.ts';

/** Every page of the portal that somebody can go to, in the order of its navigation. */
export const portalPages: readonly PortalPage[] = [
  { path: 'overview', name: 'Overview', shows: ['Not in the portal yet'] },
  {
    path: 'api-clients',
    name: 'API clients',
    shows: ['Arcadia demo application', 'entitlements:read', 'Register a client'],
  },
  {
    path: 'members',
    name: 'Members',
    shows: ['mara@arcadia.example', 'Integration manager', 'Invite somebody'],
  },
  { path: 'nowhere', name: 'There is no such page', shows: ['This address leads nowhere'] },
];
