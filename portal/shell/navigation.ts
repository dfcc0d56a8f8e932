import type { IconName } from '../parts/icon.tsx';
import type { Permission } from '../session/me.ts';

export interface NavigationEntry {
  readonly name: string;
  readonly to: `/$workspace/${string}`;
  readonly icon: IconName;
  /** Needed to change anything on its pages; none where nobody can. */
  readonly permission?: Exclude<Permission, 'read'>;
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
      {
        name: 'Inbox',
        to: '/$workspace/inbox',
        icon: 'inbox',
        permission: 'change:inbox',
        keywords: ['notices', 'attention'],
      },
    ],
  },
  {
    name: 'Catalogue',
    entries: [
      {
        name: 'Products',
        to: '/$workspace/products',
        icon: 'products',
        permission: 'change:catalogue',
        keywords: ['plans', 'editions', 'categories', 'capabilities', 'limits'],
      },
      {
        name: 'Plan mappings',
        to: '/$workspace/plan-mappings',
        icon: 'link',
        permission: 'change:catalogue',
        keywords: ['marketplace', 'offers', 'dimensions'],
      },
      {
        name: 'Catalogue as code',
        to: '/$workspace/catalogue-as-code',
        icon: 'code',
        permission: 'change:catalogue',
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
        permission: 'change:customers',
        keywords: ['tenants', 'organisations', 'entitlements', 'seats'],
      },
      {
        name: 'Subscriptions',
        to: '/$workspace/subscriptions',
        icon: 'subscriptions',
        permission: 'change:subscriptions',
        keywords: ['contracts', 'trials'],
      },
      {
        name: 'Purchases',
        to: '/$workspace/purchases',
        icon: 'purchases',
        permission: 'change:subscriptions',
        keywords: ['pending', 'stuck', 'activate', 'landing page', 'buyers'],
      },
      {
        name: 'Usage',
        to: '/$workspace/usage',
        icon: 'usage',
        permission: 'change:usage',
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
        permission: 'change:apiClients',
        keywords: ['keys', 'credentials', 'applications'],
      },
      {
        name: 'Webhooks',
        to: '/$workspace/webhooks',
        icon: 'webhooks',
        permission: 'change:webhooks',
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
        permission: 'change:members',
        keywords: ['people', 'roles', 'invite'],
      },
      {
        name: 'Service accounts',
        to: '/$workspace/service-accounts',
        icon: 'serviceAccounts',
        permission: 'change:members',
        keywords: ['machines', 'automation', 'pipelines', 'admin API keys'],
      },
      {
        name: 'Settings',
        to: '/$workspace/settings',
        icon: 'settings',
        permission: 'change:settings',
        keywords: ['marketplace connection', 'support addresses', 'doctor', 'signing keys'],
      },
    ],
  },
] as const satisfies readonly NavigationGroup[];

const entries = (navigation as readonly NavigationGroup[]).flatMap((group) => group.entries);

/** The entry to which the page at the path belongs. */
export function entryAt(pathname: string, workspace: string): NavigationEntry | undefined {
  return entries.find(({ to }) => `${pathname}/`.startsWith(`${to.replace('$workspace', workspace)}/`));
}
