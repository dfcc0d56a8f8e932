import { Text } from '@mantine/core';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { CustomerLink } from '../../../parts/links/customer-link.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import { ErrorCode } from '../error-code.tsx';
import { RequestLine } from '../request-line.tsx';
import type { ClientRequest } from './queries.ts';

export const requestColumns: readonly Column<ClientRequest>[] = [
  { name: 'When', sort: byTime('requestedAt'), cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  {
    name: 'Status',
    cell: ({ status, code }) => (
      <div>
        <StatusBadge tone={toneOf(status)}>{String(status)}</StatusBadge>
        {code !== null && (
          <div>
            <ErrorCode code={code} />
          </div>
        )}
      </div>
    ),
  },
  {
    name: 'Request',
    cell: ({ method, route, requests }) => (
      <div>
        <RequestLine method={method} route={route} />
        {requests > 1 && (
          <Text size="xs" c="dimmed">
            and {formatNumber(requests - 1)} before it that {requests === 2 ? 'was' : 'were'} not stored
          </Text>
        )}
      </div>
    ),
  },
  { name: 'Customer', cell: (request) => <CustomerLink of={request} /> },
  { name: 'Duration', align: 'end', cell: ({ milliseconds }) => durationText(milliseconds) },
  { name: 'Request id', cell: ({ requestId }) => <CopyableId id={requestId} of="request" /> },
];

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'attention' : 'good';
}

/** `0.4 ms`, `12 ms`, `3.2 s`. */
function durationText(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${formatNumber(Math.round(milliseconds / 100) / 10)} s`;
  return `${milliseconds < 10 ? formatNumber(Math.round(milliseconds * 10) / 10) : formatNumber(Math.round(milliseconds))} ms`;
}
