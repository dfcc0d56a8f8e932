import { TextInput, type TextInputProps } from '@mantine/core';

interface MomentFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'size' | 'w' | 'error'> {
  /** A timestamp of the API. */
  readonly value?: string | undefined;
  readonly onChange: (moment: string | undefined) => void;
}

/** A date and time in the person's time zone. */
export function MomentField({ value, onChange, ...props }: MomentFieldProps) {
  return (
    <TextInput
      {...props}
      type="datetime-local"
      value={value === undefined ? '' : localText(value)}
      onChange={({ currentTarget }) => {
        const moment = new Date(currentTarget.value);
        onChange(Number.isNaN(moment.getTime()) ? undefined : moment.toISOString());
      }}
    />
  );
}

/** `2026-11-15T09:30`, in the person's time zone. */
function localText(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
