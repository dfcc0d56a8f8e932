import {
  ActionIcon,
  AppShell,
  Badge,
  Burger,
  Group,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { NextStep } from '../areas/overview/next-step.tsx';
import { useOpenNotices } from '../areas/overview/queries.ts';
import { Icon } from '../parts/icon.tsx';
import { useWorkspace } from '../session/workspace.ts';
import { CommandPalette, openCommandPalette } from './command-palette.tsx';
import { Mark } from './mark.tsx';
import { entryAt, navigation } from './navigation.ts';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { SearchButton } from './search-button.tsx';
import styles from './shell.module.css';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** The frame of every page: navigation, header, main region. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const main = useFocusOnArrival(close);
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 52, md: 0 } }}
      navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
    >
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <AppShell.Header hiddenFrom="md" className={styles.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              size="sm"
              aria-label="Navigation"
              aria-expanded={isOpen}
            />
            <Mark />
          </Group>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Search"
            onClick={openCommandPalette}
          >
            <Icon name="search" />
          </ActionIcon>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={styles.navbar} data-open={isOpen || undefined} aria-label="Main">
        <AppShell.Section p="md" pb="xs">
          <Stack gap="sm">
            <Group justify="space-between" wrap="nowrap">
              <Mark />
              <Burger opened hiddenFrom="md" onClick={close} size="sm" aria-label="Close navigation" />
            </Group>
            <WorkspaceSwitcher />
            <SearchButton />
          </Stack>
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} px="xs">
          <Navigation />
        </AppShell.Section>
        <AppShell.Section className={styles.user} p="xs">
          <UserMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <NextStep />
        <ReadOnlyNotice />
        <Outlet />
      </AppShell.Main>
      <CommandPalette />
    </AppShell>
  );
}

const inboxPath: (typeof navigation)[number]['entries'][number]['to'] = '/$workspace/inbox';

/**
 * In a low window the navigation scrolls; the entry of the open page stays visible. Not by `scrollIntoView`, after which
 * the Tab key would continue from the entry instead of the skip link.
 */
function showEntry(entry: HTMLElement | null): void {
  const viewport = entry?.closest('.mantine-ScrollArea-viewport');
  if (!entry || !viewport) return;
  const { top, bottom } = entry.getBoundingClientRect();
  const shown = viewport.getBoundingClientRect();
  viewport.scrollTop += Math.max(0, bottom - shown.bottom) - Math.max(0, shown.top - top);
}

function Navigation() {
  const { slug, workspaceId } = useWorkspace();
  const openNotices = useOpenNotices(workspaceId);
  const { pathname } = useLocation();
  const here = entryAt(pathname, slug);
  return navigation.map((group) => (
    <div key={group.name} className={styles.group}>
      {group.name && (
        <Text size="xs" c="dimmed" fw={600} px="sm" mb={4}>
          {group.name}
        </Text>
      )}
      {group.entries.map(({ name, to, icon }) => {
        const isHere = to === here?.to;
        return (
          <NavLink
            key={to}
            ref={isHere ? showEntry : undefined}
            className={styles.entry}
            label={name}
            leftSection={<Icon name={icon} />}
            rightSection={
              to === inboxPath &&
              openNotices !== undefined &&
              openNotices > 0 && (
                <Badge variant="light">
                  {openNotices > 99 ? '99+' : openNotices}
                  <VisuallyHidden> open</VisuallyHidden>
                </Badge>
              )
            }
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
            renderRoot={(props) => <Link to={to} params={{ workspace: slug }} {...props} />}
          />
        );
      })}
    </div>
  ));
}

/** Moves scroll position and focus to the start of a newly opened page. */
function useFocusOnArrival(onArrival: () => void) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    onArrival();
    main.current?.focus({ preventScroll: true });
  }, [pathname, onArrival]);
  return main;
}
