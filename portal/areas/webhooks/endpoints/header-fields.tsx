import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FieldGroup } from '../../../parts/form/field-group.tsx';
import { Icon } from '../../../parts/icon.tsx';
import type { EndpointForm } from './form.ts';

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/** Custom headers of every delivery; values are write-only. */
export function HeaderFields({ form }: { readonly form: UseFormReturnType<EndpointForm> }) {
  const { headers, url } = form.values;
  const isElsewhere = originOf(url) !== originOf(form.getInitialValues().url);
  const add = () => {
    const key = Math.max(0, ...headers.map((header) => header.key)) + 1;
    form.insertListItem('headers', { key, name: '', value: '', isStored: false });
  };
  return (
    <FieldGroup legend="Custom headers">
      <Stack gap={6}>
        <Text size="xs" c="dimmed">
          Sent with every delivery, for example a gateway key. Values are never shown again.
        </Text>
        {isElsewhere && headers.some(({ isStored }) => isStored) && (
          <Text size="xs">
            The address has another origin: enter the values again. Stored values are not sent there.
          </Text>
        )}
        {headers.map(({ key, name, isStored }, index) => (
          <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={`Name of header ${index + 1}`}
              placeholder="Name"
              readOnly={isStored}
              error={form.errors[`headers.${name}`]}
              {...form.getInputProps(`headers.${index}.name`, { withError: false })}
            />
            <TextInput
              flex={1}
              aria-label={`Value of header ${index + 1}`}
              placeholder={isStored ? (isElsewhere ? 'Enter again' : 'Unchanged') : 'Value'}
              {...form.getInputProps(`headers.${index}.value`, { withError: false })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove header ${index + 1}`}
              onClick={() => form.removeListItem('headers', index)}
            >
              <Icon name="remove" size={16} />
            </ActionIcon>
          </Group>
        ))}
        {form.errors.headers && !headers.some(({ name }) => form.errors[`headers.${name}`]) && (
          <Text size="xs" c="var(--mantine-color-error)">
            {form.errors.headers}
          </Text>
        )}
        <Group>
          <Button size="xs" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={add}>
            Add header
          </Button>
        </Group>
      </Stack>
    </FieldGroup>
  );
}
