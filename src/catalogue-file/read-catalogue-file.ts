import type { Static } from 'typebox';
import { mostCatalogueBytes } from '../core/catalogue/ceilings.ts';
import type { CatalogueDefinition } from '../core/catalogue/definition.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { CatalogueFile } from './file-schema.ts';
import { isJson } from './read-text.js';
import { readInThread } from './yaml-threads.ts';

/** YAML is slow to read, and short texts can be made slower still. */
export const mostYamlBytes = 256 * 1024;
/** Any catalogue within its ceilings is smaller as JSON. */
export const mostJsonBytes = mostCatalogueBytes + 1024;

/**
 * The catalogue that a file describes, or what is wrong with the file. Whether it holds together is not asked here.
 *
 * @param owner whose files count together: the workspace's id
 */
export async function readCatalogueFile(text: string, owner: string): Promise<CatalogueDefinition | Refusal> {
  const limitBytes = isJson(text) ? mostJsonBytes : mostYamlBytes;
  if (Buffer.byteLength(text) > limitBytes) {
    const detail =
      `A catalogue file has no more than ${mostYamlBytes} bytes as YAML and ${mostJsonBytes} bytes as JSON. ` +
      'Export a larger catalogue as JSON.';
    return refuse('request.too_large', { limitBytes }, detail);
  }
  const written = await readInThread(text, CatalogueFile, owner);
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
