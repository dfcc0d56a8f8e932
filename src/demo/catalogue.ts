import type { Category } from '../core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../core/catalogue/product-definition.ts';
import { aqueduct } from './products/aqueduct.ts';
import { forum } from './products/forum.ts';
import { augur, mosaic, scriptorium } from './products/small-products.ts';

export const demoCategories: readonly Category[] = [
  { slug: 'automation', name: 'Automation' },
  { slug: 'collaboration', name: 'Collaboration' },
  { slug: 'data', name: 'Data and integration' },
  { slug: 'documents', name: 'Documents' },
];

export const demoProducts: readonly ProductDefinition[] = [aqueduct, forum, scriptorium, mosaic, augur];
