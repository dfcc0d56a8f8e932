import { Box, Button, FileButton, Group, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { DropZone } from '../../../parts/form/drop-zone.tsx';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { AppliedChanges } from './applied-changes.tsx';
import type { FileChange } from './change-groups.ts';
import styles from './file-editor.module.css';
import { PlannedChanges } from './planned-changes.tsx';
import { planFile } from './queries.ts';

/** A text that replaces the current catalogue. */
interface Draft {
  readonly text: string;
  /** The name of the opened file; null: typed. */
  readonly from: string | null;
}

/** The editor of the file; applying requires a plan. */
export function FileEditor({ current }: { readonly current: string }) {
  const { workspaceId } = useWorkspace();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [applied, setApplied] = useState<readonly FileChange[] | null>(null);
  const file = draft?.text ?? current;
  const isEdited = file !== current;
  useBlocker({
    shouldBlockFn: () =>
      isEdited && !window.confirm('The file is not applied yet. Leave without applying it?'),
    enableBeforeUnload: () => isEdited,
  });
  const planning = useMutation({ mutationFn: (text: string) => planFile(workspaceId, text) });
  const write = (next: Draft | null) => {
    setDraft(next);
    setApplied(null);
    planning.reset();
  };
  const open = async (chosen: File | null | undefined) => {
    if (chosen) write({ text: await chosen.text(), from: chosen.name });
  };
  return (
    <>
      {applied && <AppliedChanges changes={applied} />}
      <DropZone onFiles={([first]) => open(first)}>
        <Textarea
          label="File"
          description="Edit it here, or open or drop a file. It is the whole catalogue: what is missing from it is archived, a missing draft is removed."
          classNames={{ input: styles.file }}
          rows={20}
          spellCheck={false}
          value={file}
          onChange={({ currentTarget }) => write({ text: currentTarget.value, from: draft?.from ?? null })}
        />
      </DropZone>
      <Group justify="space-between" gap="xs" mt="sm">
        <Group gap="xs">
          <FileButton
            accept=".yaml,.yml,.json,application/yaml,text/yaml,application/json"
            onChange={open}
            inputProps={{ 'aria-label': 'Open file' }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                Open file
              </Button>
            )}
          </FileButton>
          {draft && (
            <Button variant="subtle" onClick={() => write(null)}>
              Reset to the current catalogue
            </Button>
          )}
          <Text size="sm" c="dimmed" role="status">
            {stateOf(draft, current)}
          </Text>
        </Group>
        <Button loading={planning.isPending} onClick={() => planning.mutate(file)}>
          Plan changes
        </Button>
      </Group>
      {planning.isError && (
        <Box mt="md">
          <ErrorNotice error={planning.error} />
        </Box>
      )}
      {planning.isSuccess && (
        <Section title="Planned changes">
          <PlannedChanges
            plan={planning.data}
            onApplied={(changes) => {
              write(null);
              setApplied(changes);
            }}
            onPlanAgain={() => planning.mutate(planning.data.file)}
          />
        </Section>
      )}
    </>
  );
}

function stateOf(draft: Draft | null, current: string): string {
  if (draft === null || draft.text === current) return 'The current catalogue';
  return draft.from === null ? 'Edited, not applied' : `${draft.from}, not applied`;
}
