import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useListAddress } from './list-address.ts';
import { mergePage, type Page } from './merge-page.ts';
import { isPointedAt } from './use-still.ts';

const pollEvery = 15_000;

interface LivePageOptions<Item, Whole extends Page<Item>> {
  readonly query: UseQueryResult<Whole>;
  readonly keyOf: (item: Item) => string;
  /** The list on the page. */
  readonly element: RefObject<HTMLElement | null>;
  /** While rows are selected, the list stays as it is. */
  readonly isPaused: boolean;
  /** Polls faster while a row is about to change. */
  readonly isBusy: boolean;
}

export interface LivePage<Whole> {
  /** The page to show; undefined until it is read. */
  readonly page: Whole | undefined;
  /** The rows that a newer page would add. */
  readonly added: number;
  /** The rows that a newer page would remove. */
  readonly gone: number;
  readonly showAll: () => void;
}

interface Pinned<Whole> {
  readonly page: Whole;
  readonly question: string;
  readonly updatedAt: number;
  readonly isPolling: boolean;
}

/**
 * Polls a list while its tab is visible and no dialog or menu is open. A newer page replaces the shown one only while
 * nobody points at a row, has the focus in the list or has scrolled into it; otherwise rows change in place and the
 * rest waits for `showAll`. A change that the person made is shown at once.
 */
export function useLivePage<Item, Whole extends Page<Item>>(
  options: LivePageOptions<Item, Whole>,
): LivePage<Whole> {
  const { query, keyOf, element, isPaused, isBusy } = options;
  const question = JSON.stringify(useListAddress().search);
  const [pinned, setPinned] = useState<Pinned<Whole> | null>(null);
  const isPinned =
    pinned !== null &&
    pinned.question === question &&
    (pinned.isPolling || pinned.updatedAt === query.dataUpdatedAt) &&
    !query.isPlaceholderData;
  const merged = isPinned && query.data ? mergePage(pinned.page, query.data, keyOf) : null;
  const page = merged?.page ?? query.data;
  const poll = async () => {
    if (!page || isPaused || document.hidden || isSomethingOpen() || query.isFetching) return;
    setPinned({ page, question, updatedAt: query.dataUpdatedAt, isPolling: true });
    const { dataUpdatedAt } = await query.refetch();
    const keeps = isInUse(element.current);
    setPinned((before) =>
      before && keeps ? { ...before, updatedAt: dataUpdatedAt, isPolling: false } : null,
    );
  };
  const latestPoll = useRef(poll);
  latestPoll.current = poll;
  useEffect(() => {
    // Tabs that were opened together do not poll together.
    const wait = isBusy ? 1_500 : pollEvery * (1 + Math.random() / 4);
    const timer = setInterval(() => void latestPoll.current(), wait);
    return () => clearInterval(timer);
  }, [isBusy]);
  return {
    page,
    added: merged?.added ?? 0,
    gone: merged?.gone ?? 0,
    showAll: () => setPinned(null),
  };
}

const isSomethingOpen = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** On a touch screen nothing is pointed at: a list that is scrolled into stays, too. */
function isInUse(list: HTMLElement | null): boolean {
  return isPointedAt(list) || (list !== null && list.getBoundingClientRect().top < 0);
}
