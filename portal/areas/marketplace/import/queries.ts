import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import type { Tone } from '../../../parts/status-badge.tsx';
import { connectionPath } from '../connections/queries.ts';
import type { ExportTexts } from './read-files.ts';

type PlannedRow = Schemas['ImportRow'];
export type AppliedRow = Schemas['AppliedImportRow'];
/** A row as planned, or as applied. */
export type ImportRow = AppliedRow;

export const rowsPerRequest = 20;

const pathOf = (workspaceId: string, connectionId: string) => ({
  params: { path: { workspaceId, connectionId } },
});

/** The sample of the demo; null elsewhere. */
export function sampleQuery(workspaceId: string, connectionId: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'marketplace-connections', 'sample', connectionId),
    queryFn: async () => {
      const read = api.GET(`${connectionPath}/import/sample`, pathOf(workspaceId, connectionId));
      return (await dataOf(read)).tables as ExportTexts | null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface ImportSource {
  readonly workspaceId: string;
  readonly connectionId: string;
  /** Null: everything that the connection sells. */
  readonly tables: ExportTexts | null;
}

/** What an import would do. */
export async function planImport(source: ImportSource) {
  const { workspaceId, connectionId, tables } = source;
  const plan = await dataOf(
    api.POST(`${connectionPath}/import/plan`, {
      ...pathOf(workspaceId, connectionId),
      body: { ...(tables && { tables }) },
    }),
  );
  return { ...plan, source };
}

export type ImportPlan = Awaited<ReturnType<typeof planImport>>;

/** Adds the drafts that were shown, and no others. */
export function addDrafts({ source, fingerprint }: ImportPlan) {
  const { workspaceId, connectionId, tables } = source;
  return dataOf(
    api.POST(`${connectionPath}/import/drafts`, {
      ...pathOf(workspaceId, connectionId),
      body: { ...(tables && { tables }), fingerprint },
    }),
  );
}

/** Applies rows as they were shown. */
export function applyRows({ source }: ImportPlan, rows: readonly PlannedRow[]) {
  return dataOf(
    api.POST(`${connectionPath}/import/subscriptions`, {
      ...pathOf(source.workspaceId, source.connectionId),
      body: { subscriptions: rows.map(({ id, fingerprint }) => ({ id, fingerprint })) },
    }),
  );
}

export const isApplicable = ({ outcome }: Pick<ImportRow, 'outcome'>) =>
  outcome === 'Add' || outcome === 'Change';

export const isProblem = ({ outcome, warnings }: Pick<ImportRow, 'outcome' | 'warnings'>) =>
  outcome === 'Refused' || outcome === 'Outdated' || warnings.length > 0;

interface OutcomeText {
  readonly label: string;
  readonly tone: Tone;
  /** After a count. */
  readonly counted: string;
}

/** What is done with a row, in the order of the counts. */
export const outcomeTexts: Readonly<Record<ImportRow['outcome'], OutcomeText>> = {
  Added: { label: 'Added', tone: 'good', counted: 'added' },
  Changed: { label: 'Changed', tone: 'good', counted: 'changed' },
  Add: { label: 'To add', tone: 'waiting', counted: 'to add' },
  Change: { label: 'To change', tone: 'waiting', counted: 'to change' },
  AwaitsPublishing: { label: 'Draft plan', tone: 'attention', counted: 'waiting for a draft plan' },
  Refused: { label: 'Refused', tone: 'bad', counted: 'refused' },
  Outdated: { label: 'Changed since', tone: 'bad', counted: 'changed since the plan' },
  Same: { label: 'Up to date', tone: 'ended', counted: 'up to date' },
  NotActivated: { label: 'Not activated', tone: 'ended', counted: 'not activated' },
  Ended: { label: 'Ended', tone: 'ended', counted: 'ended' },
};

export function countOutcomes(rows: readonly ImportRow[]) {
  const outcomes = Object.keys(outcomeTexts) as ImportRow['outcome'][];
  return outcomes
    .map((outcome) => ({ outcome, count: rows.filter((row) => row.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
}
