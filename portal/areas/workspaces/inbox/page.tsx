import { Button, Group, SegmentedControl } from '@mantine/core';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { NoticeList } from './notice-list.tsx';
import type { InboxSearch } from './notices.ts';

/** The inbox: notices with their remedies, and who handled them. */
export function InboxPage() {
  const { memberId } = useWorkspace();
  const { search, filter, sortBy } = useListAddress<InboxSearch>('-raisedAt');
  return (
    <>
      <PageHeader
        title="Inbox"
        docs="supportCustomers"
        lead="Notices for support. Mark a notice as done once it is handled."
      />
      <Group mb="md" role="search" aria-label="Filter notices">
        <SegmentedControl
          aria-label="State of notices"
          data={[
            { value: 'Open', label: 'Open' },
            { value: 'Done', label: 'Done' },
            { value: 'Any', label: 'All' },
          ]}
          value={search.state ?? 'Open'}
          onChange={(state) => filter({ state: state === 'Open' ? undefined : state })}
        />
        <SegmentedControl
          aria-label="Assignee of notices"
          data={[
            { value: 'anyone', label: 'Of anyone' },
            { value: 'me', label: 'Assigned to me' },
          ]}
          value={search.assignedTo === undefined ? 'anyone' : 'me'}
          onChange={(whose) => filter({ assignedTo: whose === 'me' ? memberId : undefined })}
        />
        <SegmentedControl
          aria-label="Order of notices"
          data={[
            { value: '-raisedAt', label: 'Newest first' },
            { value: 'raisedAt', label: 'Oldest first' },
          ]}
          value={search.sort ?? ''}
          onChange={sortBy}
        />
        {search.kind && (
          <Button variant="default" size="xs" onClick={() => filter({ kind: undefined })}>
            All kinds
          </Button>
        )}
      </Group>
      <NoticeList />
    </>
  );
}
