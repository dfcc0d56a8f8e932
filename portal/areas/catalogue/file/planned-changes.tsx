import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { Change } from '../../workspaces/audit-log/change.tsx';
import { actionLabels } from '../../workspaces/audit-log/labels.ts';
import { ImpactView } from '../impact/view.tsx';
import { useCatalogueChanged } from '../queries.ts';
import { lossesIn, lossText } from './losses.ts';
import { LossesNotice } from './losses-notice.tsx';
import styles from './planned-changes.module.css';
import { applyFile, type FilePlan } from './queries.ts';

interface PlannedChangesProps {
  readonly plan: FilePlan;
  readonly onApplied: () => void;
  /** Called when the catalogue changed since the plan. */
  readonly onPlanAgain: () => void;
}

/** The planned changes, their impact, and the apply button. */
export function PlannedChanges({ plan, onApplied, onPlanAgain }: PlannedChangesProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const { changes, impact } = plan;
  const [typed, setTyped] = useState('');
  const losses = lossesIn(plan);
  const phrase = lossText(losses);
  const isConfirmed = typed.trim().toLowerCase() === phrase;
  const applying = useMutation({
    mutationFn: () => applyFile(workspaceId, plan),
    onSuccess: async (applied) => {
      await changed();
      onApplied();
      showDone(`${counted(applied.changes.length)} made.`);
    },
  });
  if (changes.length === 0) return <Text size="sm">No changes: the catalogue matches the file.</Text>;
  const isOlder = isApiError(applying.error, 'request.precondition_failed');
  return (
    <Stack gap="md">
      {phrase !== '' && <LossesNotice losses={losses} />}
      <ImpactView impact={impact} />
      <ol className={styles.changes}>
        {changes.map((change, index) => (
          <li key={index} data-verb={change.action.replace(/^.*\./, '')}>
            <Text size="sm" className={styles.what}>
              {actionLabels[change.action]} <code>{change.subject.id}</code>
            </Text>
            <Change entry={change} />
          </li>
        ))}
      </ol>
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
      {phrase !== '' && (
        <TextInput
          label={`Type “${phrase}” to confirm`}
          autoComplete="off"
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
          Apply {counted(changes.length)}
        </Button>
      </Group>
    </Stack>
  );
}

const counted = (count: number) => (count === 1 ? '1 change' : `${count} changes`);
