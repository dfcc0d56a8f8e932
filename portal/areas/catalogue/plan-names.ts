import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../session/workspace.ts';
import { productQuery } from './queries.ts';

/** The names of a product's plans by slug; the slug until they are read, and of a plan that is gone. */
export function usePlanNames(product: string): (plan: string) => string {
  const { workspaceId } = useWorkspace();
  const plans = useQuery(productQuery(workspaceId, product)).data?.value.plans ?? [];
  return (plan) => plans.find(({ slug }) => slug === plan)?.name ?? plan;
}
