import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../../api/client.ts';
import { isTrouble } from '../../api/trouble.ts';
import { ChangedMeanwhile } from '../../parts/changed-meanwhile.tsx';
import { formErrors, isSaidByFields } from '../../parts/form-errors.ts';
import { Icon } from '../../parts/icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { numberTrouble } from '../../parts/number-trouble.ts';
import { showDone } from '../../parts/show-trouble.ts';
import { TroubleNotice } from '../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { hourWords, quantityWords, type UsageReport, usageKey } from './queries.ts';

interface CorrectReportProps {
  readonly report: UsageReport;
  readonly onClose: () => void;
}

const rule = { min: 0, decimals: 6 };

/** Another quantity for an hour that was not sent; when the application was quicker, what it says now is shown. */
export function CorrectReport({ report, onClose }: CorrectReportProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { subscriptionId, hour, dimension, customer, dueAt } = report;
  const [typed, setTyped] = useState<string | number>(report.quantity);
  const quantity = typeof typed === 'number' ? typed : Number.NaN;
  const isValid = !Number.isNaN(quantity) && numberTrouble(typed, rule) === undefined;
  const refresh = () => queryClient.invalidateQueries({ queryKey: usageKey(workspaceId) });
  const correcting = useMutation({
    mutationFn: () =>
      answered(
        api.POST(
          '/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/correct',
          {
            params: { path: { workspaceId, subscriptionId, hour, dimension } },
            body: { quantity, replaces: report.quantity },
          },
        ),
      ),
    onSuccess: async (corrected) => {
      await refresh();
      showDone(
        corrected.state === 'skipped'
          ? 'The hour is skipped: nothing of it will be sent.'
          : `It is ${quantityWords(corrected.quantity)} now.`,
      );
      onClose();
    },
    onError: () => void refresh(),
  });
  const isChangedMeanwhile = isTrouble(correcting.error, 'request.precondition_failed');
  return (
    <Modal opened onClose={onClose} title="Correct the quantity">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          correcting.mutate();
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            {dimension} of {customer}, in the hour of {hourWords(hour)} UTC: {quantityWords(report.quantity)}.
            It is sent <Moment at={dueAt} />.
          </Text>
          <NumberField
            label="Quantity"
            description="How much was used in that hour"
            {...rule}
            thousandSeparator=" "
            hideControls
            data-autofocus
            value={typed}
            onChange={setTyped}
            error={formErrors(correcting.error).quantity}
          />
          {quantity === 0 && (
            <Alert
              color="yellow"
              variant="outline"
              c="inherit"
              icon={<Icon name="warning" />}
              title="The hour will be skipped"
            >
              <Text size="sm">
                With 0 nothing of this hour is sent to the marketplace, and nothing is charged.
              </Text>
            </Alert>
          )}
          {isChangedMeanwhile && (
            <ChangedMeanwhile onTakeTheirs={() => setTyped(report.quantity)}>
              It is {quantityWords(report.quantity)} now.
            </ChangedMeanwhile>
          )}
          {correcting.isError && !isChangedMeanwhile && !isSaidByFields(correcting.error, ['quantity']) && (
            <TroubleNotice error={correcting.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={!isValid || quantity === report.quantity}
              loading={correcting.isPending}
            >
              {quantity === 0 ? 'Skip the hour' : 'Correct it'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
