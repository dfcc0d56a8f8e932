import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

/** Blank text is no name. */
export const nameOf = (text: string): string | null => text.trim() || null;

/** Takes `form.getInputProps`. */
export function KeyNameField(props: GetInputPropsReturnType) {
  return (
    <TextInput
      label="Name"
      description="Optional: where the key is used, such as Production, EU"
      autoComplete="off"
      maxLength={100}
      data-autofocus
      {...props}
    />
  );
}
