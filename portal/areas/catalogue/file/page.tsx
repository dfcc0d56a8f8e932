import { Box, Button, FileButton, Group, Skeleton, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { Snippet } from '../../../parts/snippet.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import styles from './page.module.css';
import { PlannedChanges } from './planned-changes.tsx';
import { catalogueFileQuery, fileAddress, planFile } from './queries.ts';

/** Catalogue as code: export, edit, plan, apply. */
export function CatalogueFilePage() {
  const { workspaceId, slug } = useWorkspace();
  const mayChange = usePermission('change:catalogue');
  const current = useQuery(catalogueFileQuery(workspaceId));
  return (
    <>
      <PageHeader
        title="Catalogue as code"
        lead="The whole catalogue as one YAML file, suitable for version control."
        actions={
          <Button
            component="a"
            href={fileAddress(workspaceId)}
            download={`${slug}-catalogue.yaml`}
            variant="default"
            leftSection={<Icon name="download" size={16} />}
          >
            Download
          </Button>
        }
      />
      {current.isPending && <Skeleton height={320} role="status" aria-label="Loading catalogue" />}
      {current.isError && <ErrorNotice error={current.error} onRetry={() => current.refetch()} />}
      {current.isSuccess &&
        (mayChange ? <FileEditor current={current.data} /> : <Snippet text={current.data} of="catalogue" />)}
    </>
  );
}

/** The editor of the file; applying requires a plan. */
function FileEditor({ current }: { readonly current: string }) {
  const { workspaceId } = useWorkspace();
  const [typed, setTyped] = useState<string>();
  const file = typed ?? current;
  const planning = useMutation({ mutationFn: (text: string) => planFile(workspaceId, text) });
  const write = (text: string | undefined) => {
    setTyped(text);
    planning.reset();
  };
  return (
    <>
      <Textarea
        label="File"
        description="The file is the whole catalogue: drafts missing from it are removed, other missing entries are archived."
        classNames={{ input: styles.file }}
        rows={20}
        spellCheck={false}
        value={file}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <Group justify="space-between" gap="xs" mt="sm">
        <Group gap="xs">
          <FileButton
            accept=".yaml,.yml,application/yaml,text/yaml"
            onChange={async (chosen) => chosen && write(await chosen.text())}
            inputProps={{ 'aria-label': 'Open file' }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                Open file
              </Button>
            )}
          </FileButton>
          {typed !== undefined && (
            <Button variant="subtle" onClick={() => write(undefined)}>
              Reset to the current catalogue
            </Button>
          )}
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
            onApplied={() => write(undefined)}
            onPlanAgain={() => planning.mutate(planning.data.file)}
          />
        </Section>
      )}
    </>
  );
}
