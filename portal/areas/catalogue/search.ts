import { search } from '../../api/search.ts';
import type { SearchSource } from '../../parts/search-source.ts';

/** Products by their name or slug. */
export const productSearch: SearchSource = {
  name: 'Products',
  find: async ({ workspaceId }, text) => {
    const { products } = await search(workspaceId, text);
    return products.map(({ slug, name, status }) => ({
      key: slug,
      label: name,
      description: `${slug}, ${status.toLowerCase()}`,
      path: `products/${slug}`,
    }));
  },
};
