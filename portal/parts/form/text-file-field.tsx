import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DropZone } from './drop-zone.tsx';
import styles from './text-file-field.module.css';

interface TextFileFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: ReactNode;
}

/** Shown of a longer text: a field with megabytes would stall the browser. */
const maxShown = 20_000;

/** The text of a file, which is chosen, dropped or pasted. */
export function TextFileField({ label, description, value, onChange, error }: TextFileFieldProps) {
  const [name, setName] = useState<string | null>(null);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setName(file.name);
    onChange(await file.text());
  };
  const isLong = value.length > maxShown;
  return (
    <DropZone onFiles={([first]) => take(first)}>
      <Textarea
        label={label}
        description={description}
        placeholder="Choose a file, drop it here or paste its text"
        classNames={{ input: styles.text }}
        rows={4}
        spellCheck={false}
        readOnly={isLong}
        value={isLong ? `${value.slice(0, maxShown)}…` : value}
        onChange={({ currentTarget }) => {
          setName(null);
          onChange(currentTarget.value);
        }}
        error={error}
      />
      <Group gap="xs" mt="xs">
        <FileButton onChange={take} inputProps={{ 'aria-label': `Choose file: ${label}` }}>
          {(button) => (
            <Button size="xs" variant="default" {...button}>
              {name ?? 'Choose file'}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => {
              setName(null);
              onChange('');
            }}
          >
            Clear
          </Button>
        )}
      </Group>
    </DropZone>
  );
}
