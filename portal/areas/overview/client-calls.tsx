import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EnabledBadge } from '../../parts/enabled-badge.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { type Column, RowTable } from '../../parts/list/row-table.tsx';
import { Section } from '../../parts/section.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import type { Overview } from './queries.ts';

type Client = Overview['apiClients'][number];

const columns: readonly Column<Client>[] = [
  { name: 'Client', cell: (client) => <ClientLink client={client} /> },
  {
    name: 'Status',
    cell: ({ enabled }) => <EnabledBadge enabled={enabled} />,
  },
  { name: 'Calls, 24 hours', align: 'end', cell: ({ calls }) => formatNumber(calls) },
  { name: 'Refused', align: 'end', cell: ({ refused }) => formatNumber(refused) },
  { name: 'Limit', align: 'end', cell: (client) => `${formatNumber(client.effectiveRateLimit)} a minute` },
];

/** The busiest API clients. */
export function ClientCalls({ clients }: { readonly clients: readonly Client[] }) {
  return (
    <Section title="API clients" lead="Clients with the most requests.">
      {clients.length === 0 ? (
        <Text size="sm" c="dimmed">
          No API clients yet.
        </Text>
      ) : (
        <RowTable items={clients} columns={columns} keyOf={({ apiClientId }) => apiClientId} />
      )}
    </Section>
  );
}

function ClientLink({ client }: { readonly client: Client }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Anchor
      size="sm"
      fw={500}
      renderRoot={(props) => (
        <Link
          to="/$workspace/api-clients/$apiClientId"
          params={{ workspace, apiClientId: client.apiClientId }}
          {...props}
        />
      )}
    >
      {client.name}
    </Anchor>
  );
}
