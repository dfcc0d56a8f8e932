import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { formatCount, formatNumber } from '../../../parts/format/format-number.ts';
import { usageLimitText } from '../../../parts/format/usage-limit-text.ts';
import { Pages } from '../../../parts/list/pages.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { useSectionList } from '../../../parts/list/use-section-list.ts';
import { Moment } from '../../../parts/moment.tsx';
import { showDone } from '../../../parts/notify.ts';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { limitUseText } from './limit-use-text.ts';
import { type UsageLimits as Limits, limitsKey, limitsQuery, removeUsageLimit } from './queries.ts';
import { SetLimit } from './set-limit.tsx';

/** What the customer may use: the plan's limits, overrides, and the customer's own ceilings. */
export function UsageLimits({ tenantId }: { readonly tenantId: string }) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const mayChange = usePermission('change:customers');
  const [opened, setOpened] = useState<{ readonly dialog: 'set' | 'remove'; readonly limits: Limits } | null>(
    null,
  );
  const { question, paging } = useSectionList('-createdAt');
  const { sort, after } = question;
  const query = useQuery(limitsQuery(workspaceId, tenantId, { sort, after }));
  const close = () => setOpened(null);
  if (query.isPending) return null;
  const actions: Column<Limits> = {
    name: 'Actions',
    isActions: true,
    cell: (limits) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${limits.partnerLimit ? 'Edit override' : 'Override limit'} of ${limits.name}`}
          onClick={() => setOpened({ dialog: 'set', limits })}
        >
          {limits.partnerLimit ? 'Edit' : 'Override'}
        </Button>
        {limits.partnerLimit && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`Remove override of ${limits.name}`}
            onClick={() => setOpened({ dialog: 'remove', limits })}
          >
            Remove
          </Button>
        )}
      </Group>
    ),
  };
  return (
    <Section
      title="Usage limits"
      lead="What the customer may use in a period. An override replaces the plan’s limit; ceilings are the customer’s own."
    >
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          No dimension that can be limited: those that are fed by events and added up can be.
        </Text>
      )}
      {query.data && query.data.items.length > 0 && (
        <RowTable
          items={query.data.items}
          columns={mayChange ? [...columns, actions] : columns}
          keyOf={({ subscriptionId, dimension }) => `${subscriptionId} ${dimension}`}
        />
      )}
      {query.data && <Pages next={query.data.next} {...paging} label="Pages of usage limits" />}
      {opened?.dialog === 'set' && <SetLimit tenantId={tenantId} limits={opened.limits} onClose={close} />}
      {opened?.dialog === 'remove' && (
        <ConfirmAction
          isOpen
          onClose={close}
          title={`Remove the override of ${opened.limits.name}?`}
          verb="Remove"
          act={() => {
            const { product, dimension } = opened.limits;
            return removeUsageLimit({ workspaceId, tenantId, product, dimension });
          }}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: limitsKey(workspaceId, tenantId) });
            showDone('Override removed.');
          }}
        >
          The plan’s limit holds again at once: {usageLimitText(opened.limits.planLimit, opened.limits.unit)}.
          The customer’s ceilings stay.
        </ConfirmAction>
      )}
    </Section>
  );
}

const columns: readonly Column<Limits>[] = [
  {
    name: 'Dimension',
    cell: ({ name, productName, planName }) => (
      <div>
        {name}
        <Text size="xs" c="dimmed">
          {productName}, {planName}
        </Text>
      </div>
    ),
  },
  { name: 'Plan’s limit', cell: ({ planLimit, unit }) => usageLimitText(planLimit, unit) },
  { name: 'Override', cell: (limits) => <Override limits={limits} /> },
  { name: 'In force', cell: (limits) => <InForce limits={limits} /> },
  { name: 'Reserved', cell: (limits) => <Reserved limits={limits} /> },
];

function Override({ limits: { partnerLimit, unit } }: { readonly limits: Limits }) {
  if (!partnerLimit) return '–';
  const { reason, endsAt, actor } = partnerLimit;
  return (
    <div>
      {usageLimitText(partnerLimit, unit)}
      <Text size="xs" c="dimmed">
        {reason} Set by {actor}
        {endsAt && (
          <>
            , ends <Moment at={endsAt} />
          </>
        )}
      </Text>
    </div>
  );
}

function InForce({ limits: { inForce, unit } }: { readonly limits: Limits }) {
  if (inForce.length === 0) return 'No limit';
  return (
    <Stack gap={4}>
      {inForce.map((limit) => {
        const text = limitUseText(limit, unit);
        return (
          <div key={`${limit.setBy} ${limit.subject}`}>
            {text.limit}
            <Text size="xs" c="dimmed">
              {text.use}
            </Text>
            {text.warning && (
              <StatusBadge tone={text.warning === 'Reached' ? 'bad' : 'attention'}>
                {text.warning}
              </StatusBadge>
            )}
          </div>
        );
      })}
    </Stack>
  );
}

/** As many as the API lists of a dimension. */
const maxReservations = 100;

/** Reservations in flight. */
function Reserved({ limits: { reservations } }: { readonly limits: Limits }) {
  const [first] = reservations;
  if (!first) return '–';
  const sum = reservations.reduce((total, { quantity }) => total + quantity, 0);
  return (
    <div>
      {reservations.length === maxReservations && 'at least '}
      {formatNumber(sum)} in {formatCount(reservations.length, 'reservation')}
      <Text size="xs" c="dimmed">
        the first lapses <Moment at={first.expiresAt} />
      </Text>
    </div>
  );
}
