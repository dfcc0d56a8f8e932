import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData, useSpotlight } from '@mantine/spotlight';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { portalPath } from '../base-path.ts';
import { Icon } from '../parts/icon.tsx';
import { useWorkspace } from '../session/workspace.ts';
import styles from './command-palette.module.css';
import { useMatchingGuides } from './guides.ts';
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
  const guides = useGuideActions(wanted);
  const groups = [
    { group: 'Pages', actions: pages },
    { group: 'Actions', actions },
    ...found,
    { group: 'Guides', actions: guides },
  ].filter((group) => group.actions.length > 0);
  const { mark, keepMark, openFirst } = useMark(text);
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={text}
      onQueryChange={setText}
      filter={(_, shown) => shown}
      shortcut={['mod + K']}
      classNames={{ action: styles.action }}
      // At the top: in the middle, the field would move with the number of results.
      centered={false}
      transitionProps={{ transition: 'pop', duration: 200, onEntered: mark }}
      // A blurred backdrop is repainted with every letter, which is slow without a graphics card.
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: 'Find pages, actions, customers…',
        'aria-label': 'Search',
        onKeyDown: ({ key }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') keepMark();
          if (key === 'Enter' && isSearching && groups.length === 0) openFirst();
        },
      }}
      nothingFound={isSearching ? 'Searching…' : 'No results'}
      scrollable
      maxHeight={420}
    />
  );
}

/** Marks the first result, or keeps the mark where it is. The library marks an element itself. Returns the first result. */
function markResult(isKept: boolean): HTMLElement | undefined {
  const { opened, listId, selected } = store.getState();
  const list = opened && listId ? document.getElementById(listId) : null;
  const shown = [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])];
  const before = shown.findIndex((action) => action.hasAttribute('data-selected'));
  const index = isKept && before !== -1 ? before : 0;
  const marked = shown[index];
  if (!marked) return undefined;
  if (before !== index) {
    shown[before]?.removeAttribute('data-selected');
    marked.setAttribute('data-selected', 'true');
    marked.scrollIntoView({ block: 'nearest' });
  }
  if (selected !== index) store.updateState((state) => ({ ...state, selected: index }));
  return shown[0];
}

/** Keeps the first result marked, also when others arrive above it, until an arrow key has moved the mark. */
function useMark(text: string) {
  const { opened } = useSpotlight(store);
  const isKept = useRef(false);
  const wanted = useRef<string | null>(null);
  const mark = () => markResult(isKept.current);
  // Another text or another opening begins at the first result.
  useLayoutEffect(() => {
    isKept.current = false;
  }, [text, opened]);
  // Before the results are painted, so that Enter opens the one that is shown as marked.
  useLayoutEffect(() => void mark());
  useEffect(() => {
    const first = mark();
    if (!first) return;
    if (wanted.current === text) first.click();
    wanted.current = null;
  });
  return {
    mark,
    keepMark: () => {
      isKept.current = true;
    },
    /** Opens the first result once there is one. */
    openFirst: () => {
      wanted.current = text;
    },
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

function useGuideActions(wanted: string): SpotlightActionData[] {
  return useMatchingGuides(wanted).map(({ title, address }) => ({
    id: address,
    label: title,
    leftSection: <Icon name="auditLog" />,
    onClick: () => void window.open(address, '_blank', 'noopener'),
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
