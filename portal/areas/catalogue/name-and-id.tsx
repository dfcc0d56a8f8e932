import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { slugFrom } from './slug-from.ts';

type FieldProps = Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'maxLength'>;

interface NameAndIdProps {
  readonly name: string;
  readonly id: string;
  readonly onChange: (name: string, id: string) => void;
  readonly nameField?: FieldProps & {
    readonly ref?: Ref<HTMLInputElement>;
    readonly 'data-autofocus'?: true;
  };
  readonly idField: FieldProps;
  readonly size?: TextInputProps['size'];
}

/** A name for people and a permanent id for programs; the name suggests the id until somebody edits it. */
export function NameAndId({ name, id, onChange, nameField, idField, size }: NameAndIdProps) {
  return (
    <>
      <TextInput
        label="Name"
        size={size}
        {...nameField}
        value={name}
        onChange={({ currentTarget: { value } }) =>
          onChange(value, id === slugFrom(name) ? slugFrom(value) : id)
        }
      />
      <TextInput
        size={size}
        spellCheck={false}
        {...idField}
        value={id}
        onChange={({ currentTarget: { value } }) => onChange(name, value)}
      />
    </>
  );
}
