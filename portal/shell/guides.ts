import { queryOptions, useQuery } from '@tanstack/react-query';
import { docsAddress } from '../parts/links/docs-link.tsx';

interface Guide {
  readonly title: string;
  readonly address: string;
}

const mostShown = 5;

/** Every guide that the service has, read from the navigation of their index: the portal has no list of its own. */
const guidesQuery = queryOptions({
  queryKey: ['guides'],
  queryFn: async ({ signal }): Promise<readonly Guide[]> => {
    const index = new URL(docsAddress('guides'), window.location.href);
    const answer = await fetch(index, { signal });
    // A service that runs from a checkout may have none.
    if (!answer.ok) return [];
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return [...page.querySelectorAll('nav.guides a')].map((link) => ({
      title: link.textContent,
      address: new URL(link.getAttribute('href') ?? '', index).href,
    }));
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** A handful of guides whose title contains the words. */
export function useMatchingGuides(wanted: string): readonly Guide[] {
  const isWanted = wanted.length > 1;
  const { data = [] } = useQuery({ ...guidesQuery, enabled: isWanted });
  if (!isWanted) return [];
  return data.filter(({ title }) => title.toLowerCase().includes(wanted)).slice(0, mostShown);
}
