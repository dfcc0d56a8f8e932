import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '../icon.tsx';
import { useActiveFilter } from './active-filters.ts';

interface FilterTextProps {
  readonly label: string;
  readonly placeholder?: string;
  /** The value in the URL. */
  readonly value: string | undefined;
  /** Called once typing pauses; an empty field is `undefined`. */
  readonly onChange: (value: string | undefined) => void;
  readonly error?: string | undefined;
  readonly width?: string | undefined;
}

/** A text filter of a list. */
export function FilterText({ label, placeholder, value, onChange, error, width = '15rem' }: FilterTextProps) {
  useActiveFilter(value && `${label}: ${value}`, () => onChange(undefined));
  const [typed, setTyped] = useState(value ?? '');
  const [last, setLast] = useState(value);
  const [sent, setSent] = useState(value);
  const send = useDebouncedCallback((text: string) => {
    const wanted = text.trim() || undefined;
    setSent(wanted);
    onChange(wanted);
  }, 300);
  if (value !== last) {
    setLast(value);
    // Changed from outside: by a link, or by clearing all filters.
    if (value !== sent) setTyped(value ?? '');
  }
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" size={16} />}
      w={{ base: '100%', sm: width }}
      value={typed}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        send(currentTarget.value);
      }}
    />
  );
}
