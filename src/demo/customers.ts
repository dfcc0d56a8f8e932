import type { RequestedMove } from '../actions/subscriptions/move-subscription.ts';
import type { SubscriptionSource } from '../core/subscriptions/subscription.ts';

/** A demo subscription with its moves and their times. */
export interface DemoSubscription {
  readonly product: string;
  readonly plan: string;
  readonly source: SubscriptionSource;
  readonly quantity?: number;
  readonly trialEndsAt?: Date;
  readonly moves: readonly { readonly at: Date; readonly move: RequestedMove }[];
}

interface DemoMember {
  readonly objectId: string;
  readonly email: string;
  /** Has a seat of the tenant's only seat-based subscription. */
  readonly hasSeat?: boolean;
  /** Manages the tenant's seats on the customer's page. */
  readonly isAdministrator?: boolean;
  /** Licences in the emulated directory. */
  readonly usageRights?: readonly { readonly serviceIdentifier: string; readonly state: string }[];
}

export interface Organisation {
  readonly name: string;
  readonly tenantId: string;
  readonly members: readonly DemoMember[];
}

export interface DemoCustomer extends Organisation {
  readonly subscriptions: readonly DemoSubscription[];
  /** Whether the tenant has consented to reading licences, and whether its directory is up. */
  readonly licences?: 'readable' | 'not consented' | 'directory down';
}

const tenant = (number: number) => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** The object id of a demo user. */
export const user = (number: number) => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const january = (day: number) => new Date(Date.UTC(2026, 0, day));
/** So far ahead that the demo does not change. */
export const distantFuture = new Date('2036-01-01T00:00:00.000Z');

const activate = { at: january(2), move: { type: 'activate' } } as const;
const activateForYears = {
  at: january(2),
  move: { type: 'activate', term: { validUntil: distantFuture, renewsItself: false } },
} as const;
const bought = { source: 'Marketplace', moves: [activateForYears] } as const;

export const demoCustomers = {
  contoso: {
    name: 'Contoso',
    tenantId: tenant(1),
    subscriptions: [{ ...bought, product: 'aqueduct', plan: 'standard-monthly' }],
    members: [{ objectId: user(1), email: 'ada@contoso.example' }],
  },
  fabrikam: {
    name: 'Fabrikam',
    tenantId: tenant(2),
    subscriptions: [{ ...bought, product: 'forum', plan: 'team-seats', quantity: 5 }],
    members: [
      { objectId: user(2), email: 'bea@fabrikam.example', hasSeat: true, isAdministrator: true },
      { objectId: user(3), email: 'carl@fabrikam.example' },
    ],
  },
  northwind: {
    name: 'Northwind',
    tenantId: tenant(3),
    subscriptions: [
      {
        product: 'aqueduct',
        plan: 'basic-monthly',
        source: 'Marketplace',
        moves: [
          {
            at: january(2),
            move: { type: 'activate', term: { validUntil: distantFuture, renewsItself: true } },
          },
          { at: january(9), move: { type: 'suspend' } },
        ],
      },
    ],
    members: [],
  },
  adatum: {
    name: 'Adatum',
    tenantId: tenant(4),
    subscriptions: [{ product: 'aqueduct', plan: 'basic-monthly', source: 'Marketplace', moves: [] }],
    members: [],
  },
  litware: {
    name: 'Litware',
    tenantId: tenant(5),
    subscriptions: [
      {
        product: 'aqueduct',
        plan: 'basic-monthly',
        source: 'Marketplace',
        moves: [activate, { at: january(20), move: { type: 'cancelNow' } }],
      },
    ],
    members: [],
  },
  proseware: {
    name: 'Proseware',
    tenantId: tenant(6),
    subscriptions: [
      {
        product: 'aqueduct',
        plan: 'standard-monthly',
        source: 'Direct',
        trialEndsAt: january(15),
        moves: [activate, { at: january(15), move: { type: 'expire' } }],
      },
    ],
    members: [],
  },
  tailspin: { name: 'Tailspin', tenantId: tenant(7), subscriptions: [], members: [] },
  wingtip: {
    name: 'Wingtip',
    tenantId: tenant(8),
    subscriptions: [
      {
        product: 'aqueduct',
        plan: 'standard-monthly',
        source: 'Direct',
        trialEndsAt: distantFuture,
        moves: [activate],
      },
    ],
    members: [],
  },
  woodgrove: {
    name: 'Woodgrove',
    tenantId: tenant(9),
    subscriptions: [
      { ...bought, product: 'aqueduct', plan: 'basic-monthly' },
      { product: 'aqueduct', plan: 'enterprise-yearly', source: 'Reseller', moves: [activateForYears] },
    ],
    members: [],
  },
  relecloud: {
    name: 'Relecloud',
    tenantId: tenant(10),
    subscriptions: [{ ...bought, product: 'scriptorium', plan: 'scribe-licences', quantity: 25 }],
    members: [
      {
        objectId: user(10),
        email: 'dora@relecloud.example',
        usageRights: [{ serviceIdentifier: 'arcadia.scriptorium.scribe-licences', state: 'active' }],
      },
      {
        objectId: user(11),
        email: 'emil@relecloud.example',
        usageRights: [{ serviceIdentifier: 'arcadia.scriptorium.scribe-licences', state: 'inactive' }],
      },
      { objectId: user(12), email: 'finn@relecloud.example', usageRights: [] },
    ],
    licences: 'readable',
  },
  trey: {
    name: 'Trey Research',
    tenantId: tenant(11),
    subscriptions: [{ ...bought, product: 'scriptorium', plan: 'scribe-licences', quantity: 10 }],
    members: [{ objectId: user(13), email: 'gina@trey.example', usageRights: [] }],
    licences: 'not consented',
  },
  vanArsdel: {
    name: 'VanArsdel',
    tenantId: tenant(12),
    subscriptions: [
      { product: 'scriptorium', plan: 'quill-licences', source: 'Direct', moves: [activateForYears] },
    ],
    members: [{ objectId: user(14), email: 'hugo@vanarsdel.example', usageRights: [] }],
    licences: 'readable',
  },
  lamna: {
    name: 'Lamna Healthcare',
    tenantId: tenant(13),
    subscriptions: [{ ...bought, product: 'scriptorium', plan: 'scribe-licences', quantity: 40 }],
    members: [{ objectId: user(15), email: 'ines@lamna.example', usageRights: [] }],
    licences: 'directory down',
  },
  humongous: {
    name: 'Humongous Insurance',
    tenantId: tenant(14),
    subscriptions: [{ ...bought, product: 'forum', plan: 'company-licences', quantity: 12 }],
    members: [{ objectId: user(16), email: 'jon@humongous.example' }],
  },
  blueYonder: {
    name: 'Blue Yonder',
    tenantId: tenant(15),
    subscriptions: [{ ...bought, product: 'aqueduct', plan: 'enterprise-yearly' }],
    members: [],
  },
} as const satisfies Record<string, DemoCustomer>;

/** Customers of the last 90 days; `history/script.ts` has what they did. */
export const scriptedCustomers = {
  alpine: { name: 'Alpine Ski House', tenantId: tenant(16), members: [] },
  fourthCoffee: {
    name: 'Fourth Coffee',
    tenantId: tenant(17),
    members: [{ objectId: user(20), email: 'lena@fourthcoffee.example' }],
  },
  margies: { name: 'Margie’s Travel', tenantId: tenant(18), members: [] },
  wideWorld: { name: 'Wide World Importers', tenantId: tenant(19), members: [] },
  coho: {
    name: 'Coho Winery',
    tenantId: tenant(20),
    members: [
      { objectId: user(21), email: 'mila@coho.example', isAdministrator: true },
      { objectId: user(22), email: 'noah@coho.example' },
      { objectId: user(23), email: 'olga@coho.example' },
    ],
  },
  bellows: { name: 'Bellows College', tenantId: tenant(21), members: [] },
  firstUp: { name: 'First Up Consultants', tenantId: tenant(22), members: [] },
  consolidated: { name: 'Consolidated Messenger', tenantId: tenant(23), members: [] },
  cityPower: { name: 'City Power & Light', tenantId: tenant(24), members: [] },
  graphicDesign: {
    name: 'Graphic Design Institute',
    tenantId: tenant(25),
    members: [{ objectId: user(24), email: 'paul@graphicdesign.example', isAdministrator: true }],
  },
  bestForYou: { name: 'Best For You Organics', tenantId: tenant(26), members: [] },
  munsons: { name: 'Munson’s Pickles', tenantId: tenant(27), members: [] },
  nod: { name: 'Nod Publishers', tenantId: tenant(28), members: [] },
  phoneCompany: { name: 'The Phone Company', tenantId: tenant(29), members: [] },
  fineArt: { name: 'School of Fine Art', tenantId: tenant(30), members: [] },
  lucerne: {
    name: 'Lucerne Publishing',
    tenantId: tenant(31),
    members: [{ objectId: user(25), email: 'quinn@lucerne.example' }],
  },
  southridge: {
    name: 'Southridge Video',
    tenantId: tenant(32),
    members: [
      { objectId: user(26), email: 'rosa@southridge.example', isAdministrator: true },
      { objectId: user(27), email: 'sven@southridge.example' },
    ],
  },
} as const satisfies Record<string, Organisation>;
