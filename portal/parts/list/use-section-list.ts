import { useState } from 'react';

interface SectionListState {
  readonly sort: string;
  readonly search: string | undefined;
  /** The cursors of this page and the pages before it. */
  readonly pages: readonly string[];
}

/** The state of a list that is a section of a page, whose URL belongs to the page. */
export function useSectionList(defaultSort: string) {
  const [{ sort, search, pages }, set] = useState<SectionListState>({
    sort: defaultSort,
    search: undefined,
    pages: [],
  });
  return {
    question: { sort, search, after: pages.at(-1) },
    sorting: { sort, sortBy: (chosen: string) => set({ search, sort: chosen, pages: [] }) },
    find: (text: string | undefined) => set({ sort, search: text, pages: [] }),
    paging: {
      hasBefore: pages.length > 0,
      goTo: (after: string) => set({ sort, search, pages: [...pages, after] }),
      goBack: () => set({ sort, search, pages: pages.slice(0, -1) }),
    },
  };
}
