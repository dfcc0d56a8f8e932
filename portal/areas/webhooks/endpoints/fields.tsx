import { MultiSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { ProductsField } from '../../../parts/form/products-field.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type EndpointForm, type EventFilterValue, filterValuesByGroup } from './form.ts';
import { HeaderFields } from './header-fields.tsx';
import { eventTypesQuery } from './queries.ts';

/** The fields of an endpoint, to add and edit it. */
export function EndpointFields({ form }: { readonly form: UseFormReturnType<EndpointForm> }) {
  return (
    <>
      <TextInput
        label="Address"
        description="A public address that begins with https://"
        type="url"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description"
        description="Shown to your colleagues"
        maxLength={200}
        {...form.getInputProps('description')}
      />
      <TypesField form={form} />
      <ProductsField
        value={form.values.products}
        onChange={(products) => form.setFieldValue('products', products)}
        error={form.errors.products as string | undefined}
      />
      <HeaderFields form={form} />
      <NumberField
        label="Deliveries a minute"
        description="Empty: no limit"
        min={1}
        decimals={0}
        {...form.getInputProps('rateLimitPerMinute')}
      />
    </>
  );
}

function TypesField({ form }: { readonly form: UseFormReturnType<EndpointForm> }) {
  const { workspaceId } = useWorkspace();
  const { data = [] } = useQuery(eventTypesQuery(workspaceId));
  const { eventTypes } = form.values;
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Events"
        value={eventTypes === null ? 'all' : 'some'}
        onChange={(which) => form.setFieldValue('eventTypes', which === 'all' ? null : [])}
      >
        <Stack gap={8} mt={6}>
          <Radio value="all" label="All, including future types" />
          <Radio value="some" label="Selected" />
        </Stack>
      </Radio.Group>
      {eventTypes !== null && (
        <MultiSelect
          aria-label="Only these events"
          placeholder={eventTypes.length === 0 ? 'Types or groups' : ''}
          data={filterValuesByGroup(data)}
          value={[...eventTypes]}
          onChange={(values) => form.setFieldValue('eventTypes', values as EventFilterValue[])}
          error={form.errors.eventTypes}
          searchable
          hidePickedOptions
        />
      )}
    </Stack>
  );
}
