import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/** List state in the URL, so that it can be shared and the back button works. */
export type ListSearch<Filter extends string> = {
  readonly [Name in Filter | 'after' | 'sort' | 'add' | 'next']?: string;
};

/** Not filters: the place in the list, and the dialog that is open. */
const ownNames: readonly string[] = ['after', 'sort', 'add', 'next'];

/** A page of a list; the API validates values from the URL. */
export type PageQuestion = Pick<ListSearch<never>, 'after' | 'sort'>;

/** A page of a list that is searched. */
export type FindQuestion = Pick<ListSearch<'search'>, 'after' | 'sort' | 'search'>;

/** For the route of a list: `validateSearch: listSearch('status', 'product')`. Other parameters are dropped. */
export function listSearch<const Filter extends string>(...filters: readonly Filter[]) {
  const names: readonly string[] = [...filters, ...ownNames];
  return (search: Record<string, unknown>): ListSearch<Filter> =>
    Object.fromEntries(
      Object.entries(search).filter(
        ([name, value]) => names.includes(name) && typeof value === 'string' && value !== '',
      ),
    ) as ListSearch<Filter>;
}

export interface BoundFilter {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export interface ListAddress<Filter extends string> {
  readonly search: ListSearch<Filter>;
  /** Sets filters, or clears them with `undefined`, and returns to the first page. */
  readonly filter: (changes: { readonly [Name in Filter]?: string | undefined }) => void;
  /** The value of a filter and its setter, for a filter field. Setting it clears the dependent filters. */
  readonly bind: (name: Filter, ...dependent: readonly Filter[]) => BoundFilter;
  readonly sortBy: (sort: string) => void;
  readonly goTo: (after: string) => void;
  /** To the previous page; to the first page when this one was opened by a link. */
  readonly goBack: () => void;
  readonly isFiltered: boolean;
}

/**
 * The state of the list on this page; `Filter` names the same as the route's `listSearch`. `defaultSort` is the order while
 * the URL names none.
 */
export function useListAddress<Filter extends string = never>(defaultSort?: string): ListAddress<Filter> {
  const written = useSearch({ strict: false });
  const search = { ...(defaultSort && { sort: defaultSort }), ...written } as ListSearch<Filter>;
  const navigate = useNavigate();
  const router = useRouter();
  const go = (changes: object, options: { replace?: boolean; paged?: boolean } = {}) =>
    navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...changes })) as never,
      replace: options.replace ?? false,
      state: (before) => ({ ...before, paged: options.paged ?? false }),
    });
  const filter = (changes: object) => go({ ...changes, after: undefined }, { replace: true });
  return {
    search,
    filter,
    bind: (name, ...dependent) => ({
      value: search[name],
      onChange: (value) =>
        filter({ ...Object.fromEntries(dependent.map((one) => [one, undefined])), [name]: value }),
    }),
    sortBy: (sort) => go({ sort, after: undefined }, { replace: true }),
    goTo: (after) => go({ after }, { paged: true }),
    goBack: () => (router.state.location.state.paged ? router.history.back() : go({ after: undefined })),
    isFiltered: Object.keys(search).some((name) => !ownNames.includes(name)),
  };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the previous page of the list. */
    paged?: boolean;
  }
}
