import { Textarea } from '@mantine/core';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Why a change of the catalogue is made. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  return (
    <Textarea
      label="Reason"
      description="Optional. Shown in the history and the audit log."
      maxLength={500}
      autosize
      minRows={1}
      maxRows={4}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** As the API takes it, on one line; undefined without a text. */
export function reasonOf(typed: string): string | undefined {
  return typed.trim().replaceAll(/\s*\n\s*/g, ' ') || undefined;
}
