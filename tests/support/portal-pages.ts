import type { PortalPage } from './portal-demo.ts';

/** Every page of the portal that somebody can go to, in the order of its navigation. */
export const portalPages: readonly PortalPage[] = [
  { path: 'overview', name: 'Overview', shows: ['Not in the portal yet'] },
  {
    path: 'members',
    name: 'Members',
    shows: ['mara@arcadia.example', 'Integration manager', 'Invite somebody'],
  },
  { path: 'nowhere', name: 'There is no such page', shows: ['This address leads nowhere'] },
];
