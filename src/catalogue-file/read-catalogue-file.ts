import type { Static } from 'typebox';
import type { CatalogueDefinition } from '../core/catalogue/definition.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { CatalogueFile } from './file-schema.ts';
import { readInThread } from './read-in-thread.ts';

export const mostFileBytes = 256 * 1024;

/** The catalogue that a file describes, or what is wrong with the file. Whether it holds together is not asked here. */
export async function readCatalogueFile(text: string): Promise<CatalogueDefinition | Refusal> {
  if (Buffer.byteLength(text) > mostFileBytes) {
    const detail = `A catalogue file has no more than ${mostFileBytes} bytes.`;
    return refuse('request.too_large', { limitBytes: mostFileBytes }, detail);
  }
  const written = await readInThread(text, CatalogueFile);
  return isRefusal(written) ? written : definitionFrom(written as Static<typeof CatalogueFile>);
}

/** The members that a file may leave out are filled in. */
export function definitionFrom({
  categories = [],
  products = [],
}: Static<typeof CatalogueFile>): CatalogueDefinition {
  return {
    categories,
    products: products.map((product) => ({
      ...product,
      applicationUrl: product.applicationUrl ?? null,
      categories: product.categories ?? [],
      editions: product.editions ?? [],
      plans: (product.plans ?? []).map((plan) => ({
        ...plan,
        serviceIdentifier: plan.serviceIdentifier ?? null,
        capabilities: plan.capabilities ?? {},
        limits: plan.limits ?? {},
        marketplace: (plan.marketplace ?? []).map((mapping) => ({
          ...mapping,
          dimensions: mapping.dimensions ?? [],
        })),
      })),
    })),
  };
}
