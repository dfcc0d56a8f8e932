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

/** Two buyers. */
export const adas = {
  objectId: '0a1b2c3d-4e5f-4061-8273-8495a6b7c8d9',
  tenantId: '5c1f2a34-7d0e-4b3c-9a6d-1f2e3d4c5b6a',
};
export const claras = {
  objectId: '2c3d4e5f-6071-4283-9495-a6b7c8d9eafb',
  tenantId: 'b7a0c9d8-2e4f-4a61-8c3b-6d5e4f3a2b1c',
};

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
            { id: 'team', name: 'Team', price: 49, dimensions: ['projects', 'exports'] },
            { id: 'solo', name: 'Solo', price: 9, dimensions: ['projects'] },
          ],
        },
        {
          id: 'desk',
          name: 'Contoso Desk',
          plans: [
            {
              id: 'seats',
              name: 'Seats',
              description: 'For everybody who sits at a desk.',
              price: 12,
              dimensions: [],
              isPricePerSeat: true,
              minQuantity: 1,
              maxQuantity: 50,
              hasFreeTrials: true,
            },
            {
              id: 'large',
              name: 'Large',
              price: 10,
              dimensions: [],
              isPricePerSeat: true,
              minQuantity: 5,
              maxQuantity: 5000,
            },
          ],
        },
        {
          id: 'feed',
          name: 'Contoso Feed',
          plans: [{ id: 'reader', name: 'Reader', price: 3, dimensions: [], isAutoActivated: true }],
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
  buyers: [
    { ...adas, name: 'Ada Olsen', emailId: 'ada@northwind.example' },
    { ...claras, name: 'Clara Meyer', emailId: 'clara@fabrikam.example' },
  ],
};
