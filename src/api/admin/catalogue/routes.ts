import type { AdminRoutes } from '../routes.ts';
import { categoryRoutes } from './categories.ts';
import { editionAndPlanRoutes } from './editions-and-plans.ts';
import { catalogueFileRoutes } from './file.ts';
import { impactRoutes } from './impact.ts';
import { CatalogueChange, CatalogueImpact } from './impact-view.ts';
import { logoRoutes } from './logos.ts';
import { planMappingRoutes } from './plan-mappings.ts';
import { Product, ProductSummary } from './product-view.ts';
import { productRoutes } from './products.ts';
import { versionRoutes } from './versions.ts';

/** Products, plans, categories, plan mappings and the catalogue file. */
export const catalogueRoutes: AdminRoutes = (context) => (app) => {
  for (const schema of [Product, ProductSummary, CatalogueChange, CatalogueImpact]) app.addSchema(schema);
  for (const routes of [
    productRoutes,
    logoRoutes,
    editionAndPlanRoutes,
    impactRoutes,
    versionRoutes,
    categoryRoutes,
    planMappingRoutes,
    catalogueFileRoutes,
  ]) {
    routes(context)(app);
  }
};
