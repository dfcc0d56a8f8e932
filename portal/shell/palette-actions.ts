import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { IconName } from '../parts/icon.tsx';
import { docsAddress } from '../parts/links/docs-link.tsx';
import { docsTopics } from '../parts/links/docs-topics.ts';
import type { Permission } from '../session/me.ts';
import { useMe, useWorkspace } from '../session/workspace.ts';
import type { NavigationEntry } from './navigation.ts';

interface CommandEntry {
  /** The `address` of the page's `useAddDialog`. */
  readonly add: string;
  readonly name: string;
  readonly to: NavigationEntry['to'];
  readonly permission: Permission;
  readonly keywords: readonly string[];
}

const commands = [
  {
    add: 'product',
    name: 'New product',
    to: '/$workspace/products',
    permission: 'change:catalogue',
    keywords: ['add product', 'create'],
  },
  {
    add: 'customer',
    name: 'Add customer',
    to: '/$workspace/customers',
    permission: 'change:subscriptions',
    keywords: ['new organisation', 'new tenant'],
  },
  {
    add: 'subscription',
    name: 'Add contract',
    to: '/$workspace/subscriptions',
    permission: 'change:subscriptions',
    keywords: ['add contract'],
  },
  {
    add: 'client',
    name: 'Register API client',
    to: '/$workspace/api-clients',
    permission: 'change:apiClients',
    keywords: ['new client', 'application', 'key'],
  },
  {
    add: 'endpoint',
    name: 'Add webhook endpoint',
    to: '/$workspace/webhooks',
    permission: 'change:webhooks',
    keywords: ['new webhook'],
  },
  {
    add: 'member',
    name: 'Invite member',
    to: '/$workspace/members',
    permission: 'change:members',
    keywords: ['add colleague', 'new member'],
  },
  {
    add: 'service-account',
    name: 'New service account',
    to: '/$workspace/service-accounts',
    permission: 'change:members',
    keywords: ['pipeline'],
  },
  {
    add: 'connection',
    name: 'Connect publisher account',
    to: '/$workspace/settings/marketplace',
    permission: 'change:settings',
    keywords: ['marketplace connection'],
  },
] as const satisfies readonly CommandEntry[];

const themes = { light: 'Light theme', dark: 'Dark theme', auto: 'System theme' } as const;

export interface PaletteAction {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly keywords: readonly string[];
  readonly run: () => void;
}

/** The actions that the role permits, other workspaces, and the settings of this browser. */
export function usePaletteActions(): readonly PaletteAction[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { workspaces } = useMe();
  const { slug, permissions } = useWorkspace();
  return [
    ...commands
      .filter(({ permission }) => permissions.includes(permission))
      .map(({ add, name, to, keywords }) => ({
        id: `add ${add}`,
        label: name,
        icon: 'plus' as const,
        keywords,
        run: () => void navigate({ to, params: { workspace: slug }, search: { add } }),
      })),
    ...workspaces
      .filter((workspace) => workspace.slug !== slug)
      .map((workspace) => ({
        id: `workspace ${workspace.slug}`,
        label: `Switch to ${workspace.name}`,
        icon: 'chevrons' as const,
        keywords: ['workspace'],
        run: () => void navigate({ to: '/$workspace/overview', params: { workspace: workspace.slug } }),
      })),
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `theme ${scheme}`,
      label: themes[scheme],
      icon: scheme,
      keywords: ['appearance', 'colour', 'mode'],
      run: () => setColorScheme(scheme),
    })),
    ...(['guides', 'reference'] as const).map((topic) => ({
      id: `docs ${topic}`,
      label: docsTopics[topic].name,
      icon: 'auditLog' as const,
      keywords: ['docs', 'documentation', 'help', 'how to'],
      run: () => void window.open(docsAddress(topic), '_blank', 'noopener'),
    })),
  ];
}
