import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../context.ts';
import { categoryRoutes } from './categories.ts';
import { editionAndPlanRoutes } from './editions-and-plans.ts';
import { catalogueFileRoutes } from './file.ts';
import { impactRoutes } from './impact.ts';
import { CatalogueChange, CatalogueImpact } from './impact-view.ts';
import { planMappingRoutes } from './plan-mappings.ts';
import { Product, ProductSummary } from './product-view.ts';
import { productRoutes } from './products.ts';

/** What a workspace sells, and under which names. */
export const catalogueRoutes =
  (context: ApiContext) =>
  async (app: FastifyInstance): Promise<void> => {
    for (const schema of [Product, ProductSummary, CatalogueChange, CatalogueImpact]) app.addSchema(schema);
    await app.register(productRoutes(context));
    await app.register(editionAndPlanRoutes(context));
    await app.register(impactRoutes(context));
    await app.register(categoryRoutes(context));
    await app.register(planMappingRoutes(context));
    await app.register(catalogueFileRoutes(context));
  };
