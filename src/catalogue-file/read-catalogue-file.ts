import type { Static } from 'typebox';
import { finishYielding } from '../async/yielding.ts';
import { maxCatalogueBytes } from '../core/catalogue/ceilings.ts';
import type { CatalogueDefinition } from '../core/catalogue/definition.ts';
import { noLabels } from '../core/catalogue/labels.ts';
import type { ProductDefinition } from '../core/catalogue/product-definition.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import type { Steps } from '../core/steps.ts';
import { CatalogueFile } from './file-schema.ts';
import { isJson } from './read-text.js';
import { readInThread } from './yaml-threads.ts';

/** YAML is slow to parse, and a short hostile text can be even slower. */
export const maxYamlBytes = 256 * 1024;
/** Any catalogue within its limits is smaller as JSON. */
export const maxJsonBytes = maxCatalogueBytes + 1024;

/**
 * Parses a file. References between its parts are not checked here.
 *
 * @param owner the workspace's id, for its limit of concurrent files
 */
export async function readCatalogueFile(text: string, owner: string): Promise<CatalogueDefinition | Refusal> {
  const limitBytes = isJson(text) ? maxJsonBytes : maxYamlBytes;
  if (Buffer.byteLength(text) > limitBytes) {
    const detail =
      `A catalogue file has at most ${maxYamlBytes} bytes as YAML and ${maxJsonBytes} bytes as JSON. ` +
      'Export a larger catalogue as JSON.';
    return refuse('request.too_large', { limitBytes }, detail);
  }
  const parts = await readInThread(text, CatalogueFile, owner);
  if (isRefusal(parts)) return parts;
  return finishYielding(definitionFrom(parts as FileParts));
}

export type WrittenFile = Static<typeof CatalogueFile>;
type WrittenProduct = NonNullable<WrittenFile['products']>[number];
type WrittenPlan = NonNullable<WrittenProduct['plans']>[number];

/** A checked file, with each product and each plan as JSON. */
export interface FileParts {
  readonly categories: NonNullable<WrittenFile['categories']>;
  readonly products: readonly { readonly product: string; readonly plans: readonly string[] }[];
}

/** Fills in omitted members. */
export function* definitionFrom({ categories, products }: FileParts): Steps<CatalogueDefinition> {
  const defined: ProductDefinition[] = [];
  for (const { product, plans } of products) {
    const planned: ProductDefinition['plans'][number][] = [];
    for (const plan of plans) {
      planned.push(planFrom(JSON.parse(plan)));
      yield;
    }
    defined.push(productFrom(JSON.parse(product), planned));
    yield;
  }
  return { categories, products: defined };
}

function productFrom(
  product: Omit<WrittenProduct, 'plans'>,
  plans: ProductDefinition['plans'],
): ProductDefinition {
  return {
    ...product,
    applicationUrl: product.applicationUrl ?? null,
    supportContact: product.supportContact ?? null,
    accentColour: product.accentColour ?? null,
    labels: { ...noLabels, ...product.labels },
    categories: product.categories ?? [],
    editions: product.editions ?? [],
    plans,
  };
}

function planFrom(plan: WrittenPlan): ProductDefinition['plans'][number] {
  return {
    ...plan,
    serviceIdentifier: plan.serviceIdentifier ?? null,
    capabilities: plan.capabilities ?? {},
    limits: plan.limits ?? {},
    marketplace: (plan.marketplace ?? []).map((mapping) => ({
      ...mapping,
      dimensions: mapping.dimensions ?? [],
    })),
  };
}
