import { Counter, type Registry } from 'prom-client';
import type { WorkspaceCounts } from '../../core/operations/workspace-labels.ts';

export interface WorkspaceActivity {
  /** Requests of authenticated API clients. */
  readonly calls: () => WorkspaceCounts;
  /** Those of them that were refused. */
  readonly refusals: () => WorkspaceCounts;
}

/** Counters by workspace of the requests of API clients to this node. */
export function measureWorkspaces(registry: Registry, { calls, refusals }: WorkspaceActivity): void {
  const counter = (name: string, help: string, read: () => WorkspaceCounts) =>
    new Counter({
      name,
      help,
      labelNames: ['workspace'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [workspace, count] of read().entries()) this.inc({ workspace }, count);
      },
    });
  counter(
    'tessera_workspace_requests_total',
    'Requests of authenticated API clients by workspace; the first 100 workspaces have labels of their own.',
    calls,
  );
  counter(
    'tessera_workspace_refusals_total',
    'Refused requests of authenticated API clients by workspace, labelled likewise.',
    refusals,
  );
}
