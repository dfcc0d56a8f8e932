import { ActionIcon, Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { FieldGroup } from '../../../parts/form/field-group.tsx';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { slugFrom } from '../../catalogue/slug-from.ts';
import styles from './dimension-fields.module.css';
import { explained } from './explained.ts';
import { defaultAlertPercents, LimitFields } from './limit-fields.tsx';
import type { Dimension, MappingValues } from './queries.ts';

type MappingForm = UseFormReturnType<MappingValues>;

const intakes = [
  { value: 'Records', label: 'A total for each hour' },
  { value: 'Events', label: 'An event for each use' },
];
const intakeTexts = {
  Records: 'It adds up its usage itself, and sends the total of an hour once.',
  Events: 'Every instance sends its own events. Tessera adds them up and reports each hour once.',
} as const;

const aggregations = [
  { value: 'Sum', label: 'Sum of the quantities' },
  { value: 'Count', label: 'Number of events' },
  { value: 'Max', label: 'Highest quantity' },
  { value: 'Unique', label: 'Number of different keys' },
];
const aggregationTexts = {
  Sum: 'The quantities of an hour are added. Late events count in the next open hour.',
  Count: 'The events of an hour are counted. Late events count in the next open hour.',
  Max: 'The highest quantity of an hour counts. Late events are refused.',
  Unique: 'Each key counts once an hour, such as a user. Late events are refused.',
} as const;

/** The API has no period for nothing. */
const nothingIncluded = 'Nothing';
const inclusions = [
  { value: nothingIncluded, label: 'No: all usage is billed' },
  { value: 'Month', label: 'Yes, a quantity per month' },
  { value: 'Year', label: 'Yes, a quantity per year' },
  { value: 'Term', label: 'Yes, a quantity per term' },
];

export const newDimension: Dimension = {
  id: '',
  name: '',
  unit: '',
  intake: 'Records',
  aggregation: null,
  included: null,
  limit: null,
  alertPercents: defaultAlertPercents,
};

/** What only a dimension that is added up has. */
const notAdded = { included: null, limit: null, alertPercents: defaultAlertPercents };

/** The form fields of a mapping's dimensions: name, id and unit, and what applications send. */
export function DimensionFields({ form }: { readonly form: MappingForm }) {
  const { dimensions } = form.values;
  return (
    <FieldGroup legend="Dimensions">
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          What is billed by use: the custom meter dimensions of the offer, with the same ids. None for a plan
          without metering.
        </Text>
        {dimensions.map((dimension, index) => (
          <Stack key={index} gap="xs" className={styles.dimension}>
            <Names form={form} index={index} />
            <Meter form={form} index={index} dimension={dimension} />
          </Stack>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => form.insertListItem('dimensions', newDimension)}
          >
            Add dimension
          </Button>
        </Group>
      </Stack>
    </FieldGroup>
  );
}

/** The name suggests the id until somebody edits it. */
function Names({ form, index }: { readonly form: MappingForm; readonly index: number }) {
  const dimension = form.values.dimensions[index] ?? newDimension;
  const first = useRef<HTMLInputElement>(null);
  const [isNew] = useState(dimension.name === '');
  useEffect(() => {
    if (isNew) first.current?.focus();
  }, [isNew]);
  const field = { size: 'xs' } as const;
  return (
    <div className={styles.names}>
      <TextInput
        {...field}
        ref={first}
        label="Name"
        placeholder="Pages scanned"
        {...form.getInputProps(`dimensions.${index}.name`)}
        onChange={({ currentTarget: { value: name } }) => {
          const id = dimension.id === slugFrom(dimension.name) ? slugFrom(name) : dimension.id;
          form.clearFieldError(`dimensions.${index}.name`);
          form.setFieldValue(`dimensions.${index}`, { ...dimension, name, id });
        }}
      />
      <TextInput
        {...field}
        label="Id"
        placeholder="pages-scanned"
        {...form.getInputProps(`dimensions.${index}.id`)}
      />
      <TextInput
        {...field}
        label="Unit"
        placeholder="page"
        {...form.getInputProps(`dimensions.${index}.unit`)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-xs"
        mt="1.375rem"
        aria-label={`Remove dimension ${index + 1}`}
        onClick={() => form.removeListItem('dimensions', index)}
      >
        <Icon name="remove" size={16} />
      </ActionIcon>
    </div>
  );
}

interface MeterProps {
  readonly form: MappingForm;
  readonly index: number;
  readonly dimension: Dimension;
}

function Meter({ form, index, dimension }: MeterProps) {
  const { intake = 'Records', aggregation, included } = dimension;
  const set = (changes: Partial<Dimension>) => {
    form.clearErrors();
    form.setFieldValue(`dimensions.${index}`, { ...dimension, ...changes });
  };
  const errorAt = (member: string) => form.errors[`dimensions.${index}.${member}`];
  return (
    <>
      <div className={styles.meter}>
        <Select
          size="xs"
          label="What your application sends"
          description={intakeTexts[intake]}
          {...explained}
          data={intakes}
          allowDeselect={false}
          value={intake}
          error={errorAt('intake')}
          onChange={(chosen) =>
            set(
              chosen === 'Events'
                ? { intake: 'Events', aggregation: 'Sum' }
                : { intake: 'Records', aggregation: null, ...notAdded },
            )
          }
        />
        {aggregation && (
          <Select
            size="xs"
            label="How events are added up"
            description={aggregationTexts[aggregation]}
            {...explained}
            data={aggregations}
            allowDeselect={false}
            value={aggregation}
            error={errorAt('aggregation')}
            onChange={(chosen) => {
              const isAdditive = chosen === 'Sum' || chosen === 'Count';
              set({ aggregation: chosen as typeof aggregation, ...(!isAdditive && notAdded) });
            }}
          />
        )}
        {(aggregation === 'Sum' || aggregation === 'Count') && (
          <Select
            size="xs"
            label="Does the price include some usage?"
            description={included ? 'Only usage above the quantity is billed.' : ''}
            {...explained}
            data={inclusions}
            allowDeselect={false}
            value={included?.per ?? nothingIncluded}
            error={errorAt('included')}
            onChange={(per) =>
              set({
                included:
                  per === nothingIncluded
                    ? null
                    : {
                        quantity: included?.quantity ?? ('' as never),
                        per: per as 'Month' | 'Year' | 'Term',
                      },
              })
            }
          />
        )}
        {included && (
          <NumberField
            size="xs"
            label="Included quantity"
            min={0}
            max={1_000_000_000}
            decimals={6}
            hideControls
            thousandSeparator=" "
            {...form.getInputProps(`dimensions.${index}.included.quantity`)}
          />
        )}
        {(aggregation === 'Sum' || aggregation === 'Count') && (
          <LimitFields dimension={dimension} set={set} errorAt={errorAt} />
        )}
      </div>
      {isSwitched(form, dimension) && (
        <Alert
          color="yellow"
          variant="outline"
          c="inherit"
          icon={<Icon name="warning" />}
          title="This takes effect at the next full hour"
        >
          <Text size="sm">
            Until then your application sends what it sent before. From then on it must send{' '}
            {intake === 'Events' ? 'events' : 'hourly totals'};{' '}
            {intake === 'Events' ? 'hourly totals' : 'events'} are refused. It can be switched again 24 hours
            later.
          </Text>
        </Alert>
      )}
    </>
  );
}

/** Whether the usage of a saved dimension is sent or added up in another way than saved. */
function isSwitched(form: MappingForm, { id, intake = 'Records', aggregation = null }: Dimension): boolean {
  const saved = form.getInitialValues().dimensions.find((one) => one.id === id);
  if (!saved) return false;
  return (saved.intake ?? 'Records') !== intake || (saved.aggregation ?? null) !== aggregation;
}
