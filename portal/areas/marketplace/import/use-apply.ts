import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import {
  type AppliedRow,
  addDrafts,
  applyRows,
  type ImportPlan,
  isApplicable,
  rowsPerRequest,
} from './queries.ts';

/** What of a plan is done so far. */
export interface Applied {
  readonly drafts: number;
  /** By id. */
  readonly rows: ReadonlyMap<string, AppliedRow>;
}

const nothing: Applied = { drafts: 0, rows: new Map() };

/**
 * Applies a plan: its drafts, then its rows in batches. What is done stays whatever happens, and applying again continues with
 * the rows that are left.
 */
export function useApply(plan: ImportPlan) {
  const queryClient = useQueryClient();
  const [applied, setApplied] = useState(nothing);
  const left = plan.subscriptions.filter((row) => isApplicable(row) && !applied.rows.has(row.id));
  const applying = useMutation({
    mutationFn: async () => {
      if (plan.changes.length > 0 && applied.drafts === 0) {
        const { changes } = await addDrafts(plan);
        setApplied((before) => ({ ...before, drafts: changes.length }));
      }
      let rest = left;
      while (rest.length > 0) {
        const { subscriptions, failure } = await applyRows(plan, rest.slice(0, rowsPerRequest));
        setApplied((before) => ({
          ...before,
          rows: new Map([...before.rows, ...subscriptions.map((row) => [row.id, row] as const)]),
        }));
        const done = new Set(subscriptions.map(({ id }) => id));
        rest = rest.filter(({ id }) => !done.has(id));
        if (failure !== null || done.size === 0) throw unavailable(failure);
      }
    },
    // Products, subscriptions, customers, figures.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['workspaces', plan.source.workspaceId] }),
  });
  const total = plan.subscriptions.filter(isApplicable).length;
  return { applying, applied, left: left.length, total };
}

function unavailable(failure: { readonly reason: string; readonly retryAfterSeconds: number | null } | null) {
  const wait = failure?.retryAfterSeconds
    ? ` Continue in ${failure.retryAfterSeconds} seconds.`
    : ' Continue when it responds again.';
  return new ApiError({
    code: 'marketplace.unavailable',
    title: 'The marketplace could not be read',
    advice: `${failure?.reason ?? 'It did not respond in time.'} What is imported stays.${wait}`,
  });
}
