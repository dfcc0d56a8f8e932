import { expect, it } from 'vitest';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import type { Steps } from '../steps.ts';
import { compareCatalogues } from './changes.ts';
import { type CatalogueDefinition, checkCatalogue } from './definition.ts';
import { proposeCatalogue } from './edit.ts';

const plansOfProduct = 20;

/** A catalogue of products with many plans each. */
const catalogue = (products: number, name: string): CatalogueDefinition => ({
  categories: [],
  products: Array.from({ length: products }, (_, index) =>
    product(`product-${index}`, {
      plans: Array.from({ length: plansOfProduct }, (_, place) => plan(`plan-${place}`, { name })),
    }),
  ),
});

function countSteps(steps: Steps<unknown>): number {
  let count = 0;
  while (!steps.next().done) count += 1;
  return count;
}

it.each([
  { name: 'a check', steps: checkCatalogue(catalogue(10, 'After')) },
  { name: 'a proposal', steps: proposeCatalogue(catalogue(10, 'Before'), catalogue(10, 'After')) },
  { name: 'a comparison', steps: compareCatalogues(catalogue(10, 'Before'), catalogue(10, 'After')) },
])('$name of a large catalogue can pause after every plan', ({ steps }) => {
  expect(countSteps(steps)).toBeGreaterThanOrEqual(10 * plansOfProduct);
});
