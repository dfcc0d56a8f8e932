import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { formatCount } from '../../../parts/format/format-number.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { ReasonField, reasonOf } from '../impact/reason-field.tsx';
import { ImpactView } from '../impact/view.tsx';
import { useCatalogueChanged } from '../queries.ts';
import { type FileChange, summaryOf } from './change-groups.ts';
import { ChangeList } from './change-list.tsx';
import { lossesIn, lossText } from './losses.ts';
import { LossesNotice } from './losses-notice.tsx';
import { applyFile, type FilePlan } from './queries.ts';

interface PlannedChangesProps {
  readonly plan: FilePlan;
  readonly onApplied: (changes: readonly FileChange[]) => void;
  /** Called when the catalogue changed since the plan. */
  readonly onPlanAgain: () => void;
}

/** The planned changes, losses first, their impact, and the apply button. */
export function PlannedChanges({ plan, onApplied, onPlanAgain }: PlannedChangesProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const { changes, products, impact } = plan;
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const losses = lossesIn(plan);
  const phrase = lossText(losses);
  const isConfirmed = typed.trim().toLowerCase() === phrase;
  const applying = useMutation({
    mutationFn: () => applyFile(workspaceId, plan, reasonOf(reason)),
    onSuccess: async (applied) => {
      await changed();
      onApplied(applied.changes);
    },
  });
  if (changes.length === 0) return <Text size="sm">No changes: the catalogue matches the file.</Text>;
  const isOlder = isApiError(applying.error, 'request.precondition_failed');
  return (
    <Stack gap="md">
      <Text size="sm">
        {formatCount(changes.length, 'change')}: {summaryOf(changes)}. Nothing is changed before you apply
        them.
      </Text>
      {phrase !== '' && <LossesNotice losses={losses} />}
      <ImpactView impact={impact} />
      <ChangeList changes={changes} products={products} />
      {isOlder && (
        <Alert
          color="yellow"
          variant="outline"
          title="Somebody else changed the catalogue"
          icon={<Icon name="warning" />}
          role="alert"
          c="inherit"
        >
          <Text size="sm">Nothing was applied. Plan again to see the changes against the new state.</Text>
          <Button size="xs" mt="sm" variant="default" onClick={onPlanAgain}>
            Plan again
          </Button>
        </Alert>
      )}
      {applying.isError && !isOlder && <ErrorNotice error={applying.error} />}
      <ReasonField value={reason} onChange={setReason} />
      {phrase !== '' && (
        <TextInput
          label={`Type “${phrase}” to confirm`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <Group justify="flex-end">
        <Button
          {...(phrase !== '' && { color: 'red.9' })}
          disabled={!isConfirmed}
          loading={applying.isPending}
          onClick={() => applying.mutate()}
        >
          Apply {formatCount(changes.length, 'change')}
        </Button>
      </Group>
    </Stack>
  );
}
