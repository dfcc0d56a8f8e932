import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DropZone } from '../../../parts/form/drop-zone.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { Section } from '../../../parts/section.tsx';
import styles from './choose-export.module.css';
import { type ExportTexts, exportTables, missingTables, readFiles } from './read-files.ts';
import { SampleExport } from './sample-export.tsx';

interface ChooseExportProps {
  readonly connections: readonly { readonly connectionId: string; readonly sourceName: string }[];
  readonly connectionId: string;
  /** Undefined: the first. */
  readonly onConnection: (connectionId: string | undefined) => void;
  readonly isPlanning: boolean;
  /** Called as soon as the export is complete; null: without an export. */
  readonly onPlan: (tables: ExportTexts | null) => void;
}

/** The files of the export; several at once, or one after the other. */
export function ChooseExport(props: ChooseExportProps) {
  const { connections, connectionId, onConnection, isPlanning, onPlan } = props;
  const [tables, setTables] = useState<ExportTexts>({});
  const [problems, setProblems] = useState<readonly string[]>([]);
  const use = (next: ExportTexts) => {
    setTables(next);
    if (missingTables(next).length === 0) onPlan(next);
  };
  const take = async (files: readonly File[]) => {
    const read = await readFiles(files);
    setProblems(read.problems);
    if (Object.keys(read.tables).length > 0) use({ ...tables, ...read.tables });
  };
  const missing = missingTables(tables);
  const hasFiles = Object.keys(tables).length > 0;
  return (
    <Section
      title="Export of the SaaS Accelerator"
      lead="One CSV file for each table. Choose or drop them together; the plan follows at once and changes nothing."
      actions={
        connections.length > 1 && (
          <FilterSelect
            label="Marketplace connection"
            choices={connections.map((one) => ({ value: one.connectionId, label: one.sourceName }))}
            standard={connections[0]?.connectionId ?? ''}
            value={connectionId}
            onChange={onConnection}
          />
        )
      }
    >
      <DropZone onFiles={take}>
        <Stack className={styles.frame} gap="sm">
          <ul className={styles.files} aria-label="Files of the export">
            {exportTables.map(({ name, isRequired }) => (
              <li key={name} data-chosen={tables[name] !== undefined || undefined}>
                {name}.csv{' '}
                {tables[name] !== undefined ? '✓ chosen' : isRequired ? 'needed' : 'if you have it'}
              </li>
            ))}
          </ul>
          <Group gap="xs">
            <FileButton
              multiple
              accept=".csv,text/csv"
              onChange={take}
              inputProps={{ 'aria-label': 'Choose files' }}
            >
              {(button) => (
                <Button loading={isPlanning} {...button}>
                  Choose files
                </Button>
              )}
            </FileButton>
            {hasFiles && (
              <Button
                variant="default"
                onClick={() => {
                  setTables({});
                  setProblems([]);
                }}
              >
                Clear files
              </Button>
            )}
            {!hasFiles && (
              <Button variant="default" disabled={isPlanning} onClick={() => onPlan(null)}>
                Plan without an export
              </Button>
            )}
          </Group>
          {hasFiles && missing.length > 0 && (
            <Text size="sm" role="status">
              Still needed: {missing.map((name) => `${name}.csv`).join(', ')}.
            </Text>
          )}
          {problems.map((problem) => (
            <Text key={problem} size="sm" role="alert" c="var(--portal-bad)">
              {problem}
            </Text>
          ))}
          {!hasFiles && <SampleExport connectionId={connectionId} isDisabled={isPlanning} onUse={use} />}
        </Stack>
      </DropZone>
    </Section>
  );
}
