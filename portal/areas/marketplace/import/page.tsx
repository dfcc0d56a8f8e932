import { Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { marketplacesQuery } from '../../../api/marketplaces.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { ConnectFirst } from '../mappings/connect-first.tsx';
import { ChooseExport } from './choose-export.tsx';
import { PlannedImport } from './planned-import.tsx';
import { planImport } from './queries.ts';
import type { ExportTexts } from './read-files.ts';

/** Imports subscriptions from an export of the SaaS Accelerator, or from the marketplace alone. */
export function ImportPage() {
  const { workspaceId } = useWorkspace();
  const mayImport = usePermission('change:settings');
  const marketplaces = useQuery(marketplacesQuery(workspaceId));
  // An import needs the customer of each subscription.
  const connections = marketplaces.data?.filter(({ traits }) => traits.namesCustomer);
  return (
    <>
      <PageHeader
        above={<BackLink to="/$workspace/subscriptions">Subscriptions</BackLink>}
        title="Import"
        lead="Import subscriptions from an export of the SaaS Accelerator, or all that the marketplace lists. Nothing is changed at the marketplace."
        docs="moveFromAccelerator"
      />
      {!mayImport ? (
        <EmptyState
          icon="members"
          title="An import is for Partner administrators"
          text="It adds plans and subscriptions. Ask a Partner administrator of the workspace."
        />
      ) : marketplaces.isError ? (
        <ErrorNotice error={marketplaces.error} onRetry={() => marketplaces.refetch()} />
      ) : connections === undefined ? (
        <Skeleton height={160} role="status" aria-label="Loading connections" />
      ) : connections.length === 0 ? (
        <EmptyState
          icon="link"
          title="Connect a marketplace first"
          text="Every subscription of an export is read again from the marketplace, so the connection comes first."
          action={<ConnectFirst />}
        />
      ) : (
        <Import connections={connections} />
      )}
    </>
  );
}

interface ImportProps {
  readonly connections: readonly { readonly connectionId: string; readonly sourceName: string }[];
}

function Import({ connections }: ImportProps) {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<'connection'>();
  const chosen = connections.find((one) => one.connectionId === search.connection) ?? connections[0];
  const connectionId = chosen?.connectionId ?? '';
  const planning = useMutation({
    mutationFn: (tables: ExportTexts | null) => planImport({ workspaceId, connectionId, tables }),
  });
  const planAgain = () => planning.mutate(planning.variables ?? null);
  return (
    <>
      <ChooseExport
        connections={connections}
        connectionId={connectionId}
        onConnection={(connection) => {
          planning.reset();
          filter({ connection });
        }}
        isPlanning={planning.isPending}
        onPlan={(tables) => planning.mutate(tables)}
      />
      {planning.isPending && (
        <Section title="Plan" lead="Reading every subscription from the marketplace.">
          <Skeleton height={160} role="status" aria-label="Planning the import" />
        </Section>
      )}
      {planning.isError && (
        <Section title="Plan">
          <ErrorNotice error={planning.error} onRetry={planAgain} />
        </Section>
      )}
      {planning.isSuccess && (
        <PlannedImport key={planning.submittedAt} plan={planning.data} onPlanAgain={planAgain} />
      )}
    </>
  );
}
