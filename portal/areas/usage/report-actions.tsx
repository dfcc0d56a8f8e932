import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ActionsMenu, MenuAction } from '../../parts/actions-menu.tsx';
import { ConfirmAction } from '../../parts/form/confirm-action.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { formatHour } from '../../parts/format/time.ts';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { useNow } from '../../parts/use-now.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { usageKey } from '../subscriptions/meters/queries.ts';
import { CorrectReport } from './correct-report.tsx';
import type { UsageReport } from './queries.ts';
import { ReportAgain } from './report-again.tsx';
import { mayReportAgain } from './states.ts';

/** The actions that the state of a report allows. */
export function ReportActions({ report }: { readonly report: UsageReport }) {
  const now = useNow();
  if (mayReportAgain(report, now)) return <ReportAgainButton report={report} />;
  return report.isReplaceable && <UnsentActions report={report} />;
}

/** The actions of a report that is not sent yet. */
function UnsentActions({ report }: { readonly report: UsageReport }) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<'correction' | 'release' | null>(null);
  const close = () => setOpened(null);
  const { subscriptionId, hour, dimension, dimensionName, customer, quantity, dueAt } = report;
  return (
    <>
      <ActionsMenu of={`${dimensionName} of ${customer}, ${formatHour(hour)}`}>
        <MenuAction icon="edit" onClick={() => setOpened('correction')}>
          Correct quantity
        </MenuAction>
        {report.state === 'held' && (
          <MenuAction icon="next" onClick={() => setOpened('release')}>
            Send now
          </MenuAction>
        )}
      </ActionsMenu>
      {opened === 'correction' && <CorrectReport report={report} onClose={close} />}
      <ConfirmAction
        isOpen={opened === 'release'}
        onClose={close}
        title="Send now?"
        verb="Send now"
        act={() =>
          api.POST(
            '/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/release',
            { params: { path: { workspaceId, subscriptionId, hour, dimension } } },
          )
        }
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: usageKey(workspaceId) });
          showDone('Report released. It is sent within seconds.');
        }}
      >
        <Text size="sm">
          {customer} used {formatNumber(quantity)} of {dimensionName} in the hour of {formatHour(hour)} UTC.
          It would be sent <Moment at={dueAt} />. A sent report cannot be corrected.
        </Text>
      </ConfirmAction>
    </>
  );
}

/** The action of a report that the marketplace has rejected. */
function ReportAgainButton({ report }: { readonly report: UsageReport }) {
  const [isOpen, { open, close }] = useDisclosure();
  const { dimensionName, customer, hour } = report;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Report again: ${dimensionName} of ${customer}, ${formatHour(hour)}`}
        onClick={open}
      >
        Report again
      </Button>
      {isOpen && <ReportAgain report={report} onClose={close} />}
    </>
  );
}
