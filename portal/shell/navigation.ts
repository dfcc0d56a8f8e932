import type { IconName } from '../parts/icon.tsx';

export interface NavigationEntry {
  readonly name: string;
  readonly to: `/$workspace/${string}`;
  readonly icon: IconName;
  /** Synonyms for the command palette. */
  readonly keywords: readonly string[];
}

export interface NavigationGroup {
  readonly name: string | null;
  readonly entries: readonly NavigationEntry[];
}

/** The pages in the navigation, in order. */
export const navigation = [
  {
    name: null,
    entries: [
      { name: 'Overview', to: '/$workspace/overview', icon: 'overview', keywords: ['home', 'dashboard'] },
      { name: 'Inbox', to: '/$workspace/inbox', icon: 'inbox', keywords: ['notices', 'attention'] },
    ],
  },
  {
    name: 'Catalogue',
    entries: [
      {
        name: 'Products',
        to: '/$workspace/products',
        icon: 'products',
        keywords: ['plans', 'editions', 'categories', 'capabilities', 'limits'],
      },
      {
        name: 'Plan mappings',
        to: '/$workspace/plan-mappings',
        icon: 'link',
        keywords: ['marketplace', 'offers', 'dimensions'],
      },
      {
        name: 'Catalogue as code',
        to: '/$workspace/catalogue-as-code',
        icon: 'code',
        keywords: ['yaml', 'export', 'import'],
      },
    ],
  },
  {
    name: 'Selling',
    entries: [
      {
        name: 'Customers',
        to: '/$workspace/customers',
        icon: 'customers',
        keywords: ['tenants', 'organisations', 'entitlements', 'seats'],
      },
      {
        name: 'Subscriptions',
        to: '/$workspace/subscriptions',
        icon: 'subscriptions',
        keywords: ['contracts', 'trials'],
      },
      {
        name: 'Purchases',
        to: '/$workspace/purchases',
        icon: 'purchases',
        keywords: ['pending', 'stuck', 'activate', 'landing page', 'buyers'],
      },
      {
        name: 'Usage',
        to: '/$workspace/usage',
        icon: 'usage',
        keywords: ['metering', 'reports', 'dimensions'],
      },
    ],
  },
  {
    name: 'Integration',
    entries: [
      {
        name: 'API clients',
        to: '/$workspace/api-clients',
        icon: 'apiClients',
        keywords: ['keys', 'credentials', 'applications'],
      },
      {
        name: 'Webhooks',
        to: '/$workspace/webhooks',
        icon: 'webhooks',
        keywords: ['events', 'endpoints', 'deliveries'],
      },
    ],
  },
  {
    name: 'Workspace',
    entries: [
      { name: 'Audit log', to: '/$workspace/audit-log', icon: 'auditLog', keywords: ['history', 'changes'] },
      {
        name: 'Members',
        to: '/$workspace/members',
        icon: 'members',
        keywords: ['people', 'roles', 'invite'],
      },
      {
        name: 'Service accounts',
        to: '/$workspace/service-accounts',
        icon: 'serviceAccounts',
        keywords: ['machines', 'automation', 'pipelines', 'admin API keys'],
      },
      {
        name: 'Settings',
        to: '/$workspace/settings',
        icon: 'settings',
        keywords: ['marketplace connection', 'support addresses', 'doctor'],
      },
    ],
  },
] as const satisfies readonly NavigationGroup[];
