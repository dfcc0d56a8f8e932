import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { CustomerLink } from '../../../parts/links/customer-link.tsx';
import { ChosenFilter } from '../../../parts/list/chosen-filter.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { FilterText } from '../../../parts/list/filter-text.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { SettingsNavigation } from '../../workspaces/settings/navigation.tsx';
import {
  type MarketplaceNotification,
  type NotificationFilter,
  notificationsQuery,
  notificationTones,
  requestedByLabel,
} from './queries.ts';
import { resultOf } from './result-of.ts';

const columns: readonly Column<MarketplaceNotification>[] = [
  { name: 'Action', cell: (notification) => <NotificationLink notification={notification} /> },
  {
    name: 'State',
    cell: (notification) => (
      <div>
        <StatusBadge tone={notificationTones[notification.state]}>{notification.state}</StatusBadge>
        <Text size="xs" c="dimmed" maw="24rem">
          {resultOf(notification)}
        </Text>
      </div>
    ),
  },
  { name: 'Received', sort: byTime('receivedAt'), cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  { name: 'Requested by', cell: ({ requestedBy }) => requestedByLabel(requestedBy) },
  { name: 'Customer', cell: (notification) => <CustomerLink of={notification} /> },
  {
    name: 'Marketplace subscription',
    cell: ({ marketplaceSubscriptionId }) => (
      <CopyableId id={marketplaceSubscriptionId} of="subscription at the marketplace" />
    ),
  },
];

function NotificationLink({
  notification: { action, callId, isKnownAction },
}: {
  readonly notification: MarketplaceNotification;
}) {
  const { slug: workspace } = useWorkspace();
  return (
    <div>
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => (
          <Link to="/$workspace/settings/calls/$callId" params={{ workspace, callId }} {...props} />
        )}
      >
        {action}
      </Anchor>
      {!isKnownAction && (
        <Text size="xs" c="dimmed">
          Unknown action
        </Text>
      )}
    </div>
  );
}

type Filter = 'state' | 'requestedBy' | 'sourceName' | 'marketplaceSubscriptionId';

/** Marketplace notifications, and requests to the marketplace. */
export function NotificationsPage() {
  const { workspaceId } = useWorkspace();
  const { search, filter, bind } = useListAddress<Filter>('-receivedAt');
  const { state, requestedBy, sourceName, marketplaceSubscriptionId, after, sort } = search;
  const parameters = {
    state,
    requestedBy,
    sourceName,
    marketplaceSubscriptionId,
    after,
    sort,
  } as NotificationFilter;
  const query = useQuery(notificationsQuery(workspaceId, parameters));
  return (
    <ListPage
      title="Marketplace notifications"
      docs="notifications"
      lead="Notifications of the marketplace and requests to it, with their results. Kept for 90 days."
      navigation={<SettingsNavigation />}
      filters={
        <>
          <FilterSelect
            label="State"
            any="Any state"
            choices={Object.keys(notificationTones)}
            {...bind('state')}
          />
          <FilterSelect
            label="Requested by"
            any="Anybody"
            choices={[
              { value: 'Marketplace', label: 'The marketplace' },
              { value: 'Publisher', label: 'This workspace' },
            ]}
            {...bind('requestedBy')}
          />
          <FilterText label="Marketplace subscription id" {...bind('marketplaceSubscriptionId')} />
          {sourceName && (
            <ChosenFilter
              onRemove={() => filter({ sourceName: undefined })}
            >{`Of ${sourceName}`}</ChosenFilter>
          )}
        </>
      }
      query={query}
      columns={columns}
      sort={search.sort}
      keyOf={({ callId }) => callId}
      empty={{
        icon: 'inbox',
        title: 'No notifications yet',
        text: 'When a customer changes a subscription, the marketplace notifies the webhook of the connection.',
      }}
    />
  );
}
