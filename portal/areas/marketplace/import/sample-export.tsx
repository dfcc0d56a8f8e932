import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../../session/workspace.ts';
import { sampleQuery } from './queries.ts';
import type { ExportTexts } from './read-files.ts';

interface SampleExportProps {
  readonly connectionId: string;
  readonly isDisabled: boolean;
  readonly onUse: (tables: ExportTexts) => void;
}

/** In the demo: a sample to download, or to import at once. */
export function SampleExport({ connectionId, isDisabled, onUse }: SampleExportProps) {
  const { workspaceId } = useWorkspace();
  const { data: tables } = useQuery(sampleQuery(workspaceId, connectionId));
  if (!tables) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        No export at hand? The demo has one:
      </Text>
      <Button size="xs" variant="default" disabled={isDisabled} onClick={() => onUse(tables)}>
        Use the sample export
      </Button>
      <Button size="xs" variant="subtle" onClick={() => download(tables)}>
        Download a sample export
      </Button>
    </Group>
  );
}

/** A file for each table, as the accelerator's own export has. */
function download(tables: ExportTexts): void {
  for (const [name, text] of Object.entries(tables)) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    link.download = `${name}.csv`;
    link.click();
    // Browsers ask first whether several files may be downloaded.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}
