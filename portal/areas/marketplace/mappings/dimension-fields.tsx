import { ActionIcon, Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FieldGroup } from '../../../parts/form/field-group.tsx';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import styles from './dimension-fields.module.css';
import type { Dimension, MappingValues } from './queries.ts';

type MappingForm = UseFormReturnType<MappingValues>;

const intakes = [
  { value: 'Records', label: 'Hourly records' },
  { value: 'Events', label: 'Usage events' },
];
const intakeTexts = {
  Records: 'The application reports the total of each hour.',
  Events: 'Every instance sends events; Tessera adds them up and reports each hour once.',
} as const;

const aggregations = [
  { value: 'Sum', label: 'Sum of quantities' },
  { value: 'Count', label: 'Number of events' },
  { value: 'Max', label: 'Greatest quantity' },
  { value: 'Unique', label: 'Number of unique keys' },
];
const aggregationTexts = {
  Sum: 'Late events are carried into the next open hour.',
  Count: 'Late events are carried into the next open hour.',
  Max: 'Late events are refused: a later hour cannot hold them.',
  Unique: 'Late events are refused: a later hour cannot hold them.',
} as const;

const periods = [
  { value: 'Month', label: 'Per month' },
  { value: 'Year', label: 'Per year' },
  { value: 'Term', label: 'Per term' },
];

/** The explanation follows the chosen value. */
const explained = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
  descriptionProps: { fz: 'xs' },
};

export const newDimension: Dimension = {
  id: '',
  name: '',
  unit: '',
  intake: 'Records',
  aggregation: null,
  included: null,
};

/** The form fields of a mapping's dimensions: id, name and unit, and whether records or events feed the dimension. */
export function DimensionFields({ form }: { readonly form: MappingForm }) {
  const { dimensions } = form.values;
  return (
    <FieldGroup legend="Dimensions">
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          Custom meters with the ids of the offer. Empty for a plan without metering.
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

function Names({ form, index }: { readonly form: MappingForm; readonly index: number }) {
  const field = (name: string, label: string) => (
    <TextInput
      size="xs"
      label={label}
      autoComplete="off"
      {...form.getInputProps(`dimensions.${index}.${name}`)}
    />
  );
  return (
    <div className={styles.names}>
      {field('id', 'Id')}
      {field('name', 'Name')}
      {field('unit', 'Unit')}
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
          label="Fed by"
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
                : { intake: 'Records', aggregation: null, included: null },
            )
          }
        />
        {aggregation && (
          <Select
            size="xs"
            label="Total of an hour"
            description={aggregationTexts[aggregation]}
            {...explained}
            data={aggregations}
            allowDeselect={false}
            value={aggregation}
            error={errorAt('aggregation')}
            onChange={(chosen) => {
              const isAdditive = chosen === 'Sum' || chosen === 'Count';
              set({ aggregation: chosen as typeof aggregation, ...(!isAdditive && { included: null }) });
            }}
          />
        )}
        {(aggregation === 'Sum' || aggregation === 'Count') && (
          <Select
            size="xs"
            label="Included in the base fee"
            description="Only usage above it is reported."
            {...explained}
            placeholder="Nothing"
            data={periods}
            clearable
            clearButtonProps={{ 'aria-label': 'Include nothing' }}
            value={included?.per ?? null}
            error={errorAt('included')}
            onChange={(per) =>
              set({
                included:
                  per === null
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
            Until then the dimension is fed as before. It can be switched again 24 hours later. Applications
            must send {intake === 'Events' ? 'events' : 'hourly records'} from then on;{' '}
            {intake === 'Events' ? 'hourly records' : 'events'} are refused.
          </Text>
        </Alert>
      )}
    </>
  );
}

/** Whether a saved dimension is fed or added up in another way than saved. */
function isSwitched(form: MappingForm, { id, intake = 'Records', aggregation = null }: Dimension): boolean {
  const saved = form.getInitialValues().dimensions.find((one) => one.id === id);
  if (!saved) return false;
  return (saved.intake ?? 'Records') !== intake || (saved.aggregation ?? null) !== aggregation;
}
