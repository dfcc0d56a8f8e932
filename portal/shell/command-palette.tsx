import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData, useSpotlight } from '@mantine/spotlight';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { portalPath } from '../base-path.ts';
import { Icon } from '../parts/icon.tsx';
import { useWorkspace } from '../session/workspace.ts';
import { navigation } from './navigation.ts';
import { usePaletteActions } from './palette-actions.ts';
import { searchSources } from './search-sources.ts';

const [store, palette] = createSpotlight();

export const openCommandPalette = () => palette.open();

/** Ctrl or Cmd and K: finds pages, actions and the objects of the search sources. */
export function CommandPalette() {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const pages = useMatchingPages(wanted);
  const actions = useMatchingActions(wanted);
  const { groups: found, isSearching } = useFindings(text.trim());
  const groups = [{ group: 'Pages', actions: pages }, { group: 'Actions', actions }, ...found].filter(
    (group) => group.actions.length > 0,
  );
  const openFirst = useSelection(text);
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={text}
      onQueryChange={setText}
      filter={(_, shown) => shown}
      shortcut={['mod + K']}
      transitionProps={{ transition: 'pop', duration: 200, onEntered: markFirst }}
      // A blurred backdrop is repainted with every letter, which is slow without a graphics card.
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: 'Search pages, actions, customers, subscriptions, products…',
        'aria-label': 'Search',
        onKeyDown: ({ key }) => key === 'Enter' && isSearching && groups.length === 0 && openFirst(),
      }}
      nothingFound={isSearching ? 'Searching…' : 'No results'}
      scrollable
      maxHeight={420}
    />
  );
}

/**
 * Marks the first result, unless one is marked. The library marks an element itself, so results that arrive later do not
 * move the mark. Returns the first result.
 */
function markFirst(): HTMLElement | undefined {
  const { opened, listId, selected } = store.getState();
  const list = opened && listId ? document.getElementById(listId) : null;
  const shown = [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])];
  const [first] = shown;
  if (!first) return undefined;
  const marked = shown.findIndex((action) => action.hasAttribute('data-selected'));
  if (marked === -1) first.setAttribute('data-selected', 'true');
  const index = Math.max(marked, 0);
  if (selected !== index) store.updateState((before) => ({ ...before, selected: index }));
  return first;
}

/** Keeps one result selected. Returns a function that opens the first result once there is one. */
function useSelection(text: string): () => void {
  useSpotlight(store);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const first = markFirst();
    if (!first) return;
    if (wanted.current === text) first.click();
    wanted.current = null;
  });
  return () => {
    wanted.current = text;
  };
}

const matches = (wanted: string, words: readonly string[]) =>
  words.some((word) => word.toLowerCase().includes(wanted));

function useMatchingPages(wanted: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const { slug } = useWorkspace();
  return navigation
    .flatMap(({ entries }) => [...entries])
    .filter(({ name, keywords }) => matches(wanted, [name, ...keywords]))
    .map(({ name, to, icon }) => ({
      id: to,
      label: name,
      leftSection: <Icon name={icon} />,
      onClick: () => navigate({ to, params: { workspace: slug } }),
    }));
}

/** Only from the beginning of a word: a customer's name would find an action by a part of one. */
function useMatchingActions(wanted: string): SpotlightActionData[] {
  return usePaletteActions()
    .filter(({ label, keywords }) =>
      [label, ...label.split(' '), ...keywords].some((word) => word.toLowerCase().startsWith(wanted)),
    )
    .map(({ id, label, icon, run }) => ({ id, label, leftSection: <Icon name={icon} />, onClick: run }));
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
  // Results of an earlier text are not shown: Enter would open one of them.
  const isCurrent = wanted === text;
  const groups = searchSources.map(({ name }, index) => ({
    group: name,
    actions: ((isCurrent && answers[index]?.data) || []).map(({ key, label, description, path }) => ({
      id: `${name} ${key}`,
      label,
      description,
      onClick: () => router.history.push(`${portalPath}${workspace.slug}/${path}`),
    })),
  }));
  const isSearching = text.length > 1 && (!isCurrent || answers.some(({ isFetching }) => isFetching));
  return { groups, isSearching };
}
