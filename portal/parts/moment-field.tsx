import { TextInput, type TextInputProps } from '@mantine/core';

interface MomentFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'size' | 'w' | 'error'> {
  /** An exact moment, as the API takes it. */
  readonly value?: string | undefined;
  readonly onChange: (moment: string | undefined) => void;
}

/** A moment, typed or picked in the person's own time. */
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

/** `2026-11-15T09:30`, on the person's clock. */
function localText(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
