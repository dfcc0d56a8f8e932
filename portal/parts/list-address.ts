import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/** What a list keeps in the address, so that it can be sent to a colleague and the back button works. */
export type ListSearch<Filter extends string> = { readonly [Name in Filter | 'after' | 'sort']?: string };

/** For the route of a list: `validateSearch: listSearch('status', 'product')`. Anything else in the address is dropped. */
export function listSearch<const Filter extends string>(...filters: readonly Filter[]) {
  const names: readonly string[] = [...filters, 'after', 'sort'];
  return (search: Record<string, unknown>): ListSearch<Filter> =>
    Object.fromEntries(
      Object.entries(search).filter(
        ([name, value]) => names.includes(name) && typeof value === 'string' && value !== '',
      ),
    ) as ListSearch<Filter>;
}

export interface ListAddress<Filter extends string> {
  readonly search: ListSearch<Filter>;
  /** Sets some filters, or with `undefined` takes them away, and begins at the first page again. */
  readonly filter: (changes: { readonly [Name in Filter]?: string | undefined }) => void;
  readonly sortBy: (sort: string | undefined) => void;
  readonly goTo: (after: string) => void;
  /** To the page before; to the first one, when somebody came to this one by a link. */
  readonly goBack: () => void;
  readonly isFiltered: boolean;
}

/** The state of the list on this page; `Filter` names the same as the route's `listSearch`. */
export function useListAddress<Filter extends string = never>(): ListAddress<Filter> {
  const written = useSearch({ strict: false });
  const search = written as ListSearch<Filter>;
  const navigate = useNavigate();
  const router = useRouter();
  const go = (changes: object, options: { replace?: boolean; paged?: boolean } = {}) =>
    navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...changes })) as never,
      replace: options.replace ?? false,
      state: (before) => ({ ...before, paged: options.paged ?? false }),
    });
  return {
    search,
    filter: (changes) => go({ ...changes, after: undefined }, { replace: true }),
    sortBy: (sort) => go({ sort, after: undefined }, { replace: true }),
    goTo: (after) => go({ after }, { paged: true }),
    goBack: () => (router.state.location.state.paged ? router.history.back() : go({ after: undefined })),
    isFiltered: Object.keys(search).some((name) => name !== 'after' && name !== 'sort'),
  };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before is the page before. */
    paged?: boolean;
  }
}
