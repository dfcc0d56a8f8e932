import type { MarketplaceDirectory } from './directory.ts';

/** The publisher's own tenant, and the application its offers name. */
export const contosoTenant = 'a4b5c6d7-e8f9-4a0b-8c1d-2e3f4a5b6c7d';
export const contosoClient = '7e8f9a0b-1c2d-4e3f-8a4b-5c6d7e8f9a0b';
export const tailspinTenant = 'c6d7e8f9-0a1b-4c2d-8e3f-4a5b6c7d8e9f';
export const tailspinClient = '9a0b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d';

/** Contoso's customers, and one of Tailspin's. */
export const subscribed = '11111111-1111-4111-8111-000000000001';
export const alsoSubscribed = '11111111-1111-4111-8111-000000000002';
export const suspended = '11111111-1111-4111-8111-000000000003';
export const pending = '11111111-1111-4111-8111-000000000004';
export const unsubscribed = '11111111-1111-4111-8111-000000000005';
export const tailspins = '22222222-2222-4222-8222-000000000001';

const planner = { publisherId: 'contoso', offerId: 'planner', planId: 'team' };

/** Two publishers and a subscription in every state: enough for an example and for most tests. */
export const sampleMarketplace: MarketplaceDirectory = {
  publishers: [
    {
      id: 'contoso',
      tenantId: contosoTenant,
      clientId: contosoClient,
      offers: [
        {
          id: 'planner',
          name: 'Contoso Planner',
          plans: [
            { id: 'team', name: 'Team', dimensions: ['projects', 'exports'] },
            { id: 'solo', name: 'Solo', dimensions: ['projects'] },
          ],
        },
      ],
    },
    {
      id: 'tailspin',
      tenantId: tailspinTenant,
      clientId: tailspinClient,
      offers: [{ id: 'flights', plans: [{ id: 'basic', dimensions: ['miles'] }] }],
    },
  ],
  subscriptions: [
    { ...planner, id: subscribed, state: 'Subscribed' },
    { ...planner, id: alsoSubscribed, state: 'Subscribed' },
    { ...planner, id: suspended, state: 'Suspended' },
    { ...planner, id: pending, state: 'PendingFulfillmentStart' },
    { ...planner, id: unsubscribed, state: 'Unsubscribed' },
    { id: tailspins, publisherId: 'tailspin', offerId: 'flights', planId: 'basic', state: 'Subscribed' },
  ],
};
