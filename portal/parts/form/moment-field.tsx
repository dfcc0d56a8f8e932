import { TextInput, type TextInputProps } from '@mantine/core';
import { zoneName } from '../format/time.ts';
import { timeZone } from '../format/time-zone.ts';

interface MomentFieldProps extends Pick<TextInputProps, 'description' | 'size' | 'w' | 'error'> {
  /** `Until`; the name of the zone follows it. */
  readonly label: string;
  /** A timestamp of the API. */
  readonly value?: string | undefined;
  readonly onChange: (moment: string | undefined) => void;
}

/** A date and time in the person's time zone. */
export function MomentField({ label, value, onChange, ...props }: MomentFieldProps) {
  const given = value === undefined ? Number.NaN : Date.parse(value);
  const moment = Number.isNaN(given) ? null : new Date(given);
  return (
    <TextInput
      {...props}
      label={`${label}, ${zoneName(moment ?? new Date())}`}
      type="datetime-local"
      value={moment ? typedText(moment) : ''}
      onChange={({ currentTarget }) => {
        const typed = new Date(timeZone === 'UTC' ? `${currentTarget.value}Z` : currentTarget.value);
        onChange(Number.isNaN(typed.getTime()) ? undefined : typed.toISOString());
      }}
    />
  );
}

/** `2026-11-15T09:30`, in the person's time zone. */
function typedText(moment: Date): string {
  const minutes = timeZone === 'UTC' ? 0 : moment.getTimezoneOffset();
  return new Date(moment.getTime() - minutes * 60_000).toISOString().slice(0, 16);
}
