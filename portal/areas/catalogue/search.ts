import { search } from '../../api/search.ts';
import type { SearchSource } from '../../parts/search-source.ts';

/** Products by their name or slug. */
export const productSearch: SearchSource = {
  name: 'Products',
  find: async ({ workspaceId }, words) => {
    const { products } = await search(workspaceId, words);
    return products.map(({ slug, name, status }) => ({
      key: slug,
      label: name,
      description: `${slug}, ${status.toLowerCase()}`,
      path: `products/${slug}`,
    }));
  },
};
