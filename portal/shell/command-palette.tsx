import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { portalPath } from '../base-path.ts';
import { Icon } from '../parts/icon.tsx';
import { useWorkspace } from '../session/workspace.ts';
import { navigation } from './navigation.ts';
import { searchSources } from './search-sources.ts';

export const openCommandPalette = () => spotlight.open();

/** Ctrl or Cmd and K: searches pages and the objects of the search sources. */
export function CommandPalette() {
  const [text, setText] = useState('');
  const pages = useMatchingPages(text);
  const found = useFindings(text.trim());
  const groups = [{ group: 'Pages', actions: pages }, ...found].filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight
      actions={groups}
      query={text}
      onQueryChange={setText}
      filter={(_, actions) => actions}
      shortcut={['mod + K']}
      // A blurred backdrop is repainted with every letter, which is slow without a graphics card.
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: 'Search pages, customers, products, clients, accounts',
        'aria-label': 'Search',
      }}
      nothingFound="No results"
      scrollable
      maxHeight={420}
    />
  );
}

function useMatchingPages(text: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const { slug } = useWorkspace();
  const wanted = text.trim().toLowerCase();
  return navigation
    .flatMap(({ entries }) => [...entries])
    .filter(({ name, keywords }) => [name, ...keywords].some((word) => word.toLowerCase().includes(wanted)))
    .map(({ name, to, icon }) => ({
      id: to,
      label: name,
      leftSection: <Icon name={icon} />,
      onClick: () => navigate({ to, params: { workspace: slug } }),
    }));
}

function useFindings(text: string) {
  const workspace = useWorkspace();
  const router = useRouter();
  const [wanted] = useDebouncedValue(text, 150);
  const answers = useQueries({
    queries: searchSources.map((source) => ({
      queryKey: ['search', workspace.workspaceId, source.name, wanted],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(workspace, wanted, signal),
      enabled: wanted.length > 1,
    })),
  });
  return searchSources.map(({ name }, index) => ({
    group: name,
    actions: (answers[index]?.data ?? []).map(({ key, label, description, path }) => ({
      id: `${name} ${key}`,
      label,
      description,
      onClick: () => router.history.push(`${portalPath}${workspace.slug}/${path}`),
    })),
  }));
}
