import { SegmentedControl } from '@mantine/core';
import { ChosenFilter } from '../../../parts/list/chosen-filter.tsx';
import { FilterSegments } from '../../../parts/list/filter-segments.tsx';
import { Filters } from '../../../parts/list/filters.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { NoticeList } from './notice-list.tsx';
import type { InboxSearch } from './notices.ts';

/** The inbox: notices with their remedies, and who handled them. */
export function InboxPage() {
  return (
    <>
      <PageHeader
        title="Inbox"
        docs="supportCustomers"
        lead="Notices for support. Mark a notice as done once it is handled."
      />
      <Filters of="notices">
        <InboxFilters />
      </Filters>
      <NoticeList />
    </>
  );
}

const states = [
  { value: 'Open', label: 'Open' },
  { value: 'Done', label: 'Done' },
  { value: 'Any', label: 'All' },
];

function InboxFilters() {
  const { memberId } = useWorkspace();
  const { search, filter, bind, sortBy } = useListAddress<InboxSearch>('-raisedAt');
  return (
    <>
      <FilterSegments label="State of notices" choices={states} {...bind('state')} />
      <FilterSegments
        label="Assignee of notices"
        choices={[
          { value: 'anyone', label: 'Of anyone' },
          { value: memberId, label: 'Assigned to me' },
        ]}
        {...bind('assignedTo')}
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
        <ChosenFilter onRemove={() => filter({ kind: undefined })}>One kind of notice</ChosenFilter>
      )}
    </>
  );
}
