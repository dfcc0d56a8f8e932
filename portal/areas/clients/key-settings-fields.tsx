import { TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { KeySettings } from './key-requests.ts';

export interface KeySettingsText {
  readonly name: string;
  readonly allowedNetworks: string[];
}

export const textOfSettings = ({ name, allowedNetworks }: KeySettings): KeySettingsText => ({
  name: name ?? '',
  allowedNetworks: allowedNetworks ?? [],
});

/** Blank text is no name; no networks: from anywhere. */
export const settingsOf = ({ name, allowedNetworks }: KeySettingsText): KeySettings => ({
  name: name.trim() || null,
  allowedNetworks: allowedNetworks.length === 0 ? null : allowedNetworks,
});

/** The settings of a key that people can change. */
export function KeySettingsFields({
  form,
}: {
  readonly form: Pick<UseFormReturnType<KeySettingsText>, 'getInputProps'>;
}) {
  return (
    <>
      <TextInput
        label="Name"
        description="Optional: where the key is used, such as Production, EU"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TagsInput
        label="Allowed networks"
        description="Optional: IP addresses or networks that the key may be used from, such as 192.0.2.0/24; empty: anywhere. Press Enter or comma after each."
        maxTags={50}
        acceptValueOnBlur
        {...form.getInputProps('allowedNetworks')}
      />
    </>
  );
}
