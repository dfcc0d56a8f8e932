import { type ChangedCatalogue, changeProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import type { ActionContext } from '../../../src/actions/context.ts';
import { editPlan, type PlanChanges } from '../../../src/core/catalogue/product-edit.ts';
import type { Refusal } from '../../../src/core/refusal.ts';

/** Changes a plan, whatever its current state. */
export function revisePlan(
  context: ActionContext,
  workspaceId: string,
  product: string,
  plan: string,
  changes: PlanChanges,
): Promise<ChangedCatalogue | Refusal> {
  return changeProduct(context, workspaceId, { product, revision: 'any' }, editPlan(plan, changes));
}
