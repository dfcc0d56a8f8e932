import { ActionIcon, Autocomplete, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { billingLabels, type Plan } from '../../catalogue/queries.ts';
import { type Dimension, sourcesQuery } from './queries.ts';

export interface MappingValues {
  product: string;
  plan: string;
  sourceName: string;
  offerId: string;
  planId: string;
  dimensions: Dimension[];
}

/** The API reports a taken name at the mapping; the form shows it at the plan id. */
export async function atPlanId<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const issues = error.issues.map((issue) =>
      /^$|\.marketplace\.\d+$/.test(issue.path)
        ? { ...issue, path: 'planId', message: `It ${issue.message}` }
        : issue,
    );
    throw new ApiError({ ...error, title: error.title, issues });
  }
}

interface MappingFieldsProps {
  readonly form: UseFormReturnType<MappingValues>;
  /** The chosen plan. */
  readonly plan: Pick<Plan, 'billingModel'> | undefined;
}

/** The marketplace ids of a plan and its dimensions. */
export function MappingFields({ form, plan }: MappingFieldsProps) {
  const { workspaceId } = useWorkspace();
  const sources = useQuery(sourcesQuery(workspaceId));
  return (
    <>
      <Autocomplete
        label="Marketplace"
        description="The source name of its connection"
        data={sources.data ?? []}
        {...form.getInputProps('sourceName')}
      />
      <Group grow align="flex-start">
        <TextInput
          label="Offer id"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('offerId')}
        />
        <TextInput label="Plan id" autoComplete="off" spellCheck={false} {...form.getInputProps('planId')} />
      </Group>
      {plan && (
        <Text size="sm">Billed: {billingLabels[plan.billingModel].toLowerCase()}, as the plan says.</Text>
      )}
      {plan?.billingModel === 'FlatRate' && <Dimensions form={form} />}
    </>
  );
}

function Dimensions({ form }: { readonly form: UseFormReturnType<MappingValues> }) {
  const { dimensions } = form.values;
  return (
    <Fieldset legend="Dimensions" variant="unstyled">
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          Custom meters with the ids of the offer. Empty for a plan without metering.
        </Text>
        {dimensions.map((_, index) => {
          const field = (name: string, label: string) => (
            <TextInput
              size="xs"
              label={label}
              autoComplete="off"
              {...form.getInputProps(`dimensions.${index}.${name}`)}
            />
          );
          return (
            <Group key={index} gap="xs" wrap="nowrap" align="flex-end" grow preventGrowOverflow={false}>
              {field('id', 'Id')}
              {field('name', 'Name')}
              {field('unit', 'Unit')}
              <ActionIcon
                variant="subtle"
                color="gray"
                size="input-xs"
                flex="none"
                aria-label={`Remove dimension ${index + 1}`}
                onClick={() => form.removeListItem('dimensions', index)}
              >
                <Icon name="remove" size={16} />
              </ActionIcon>
            </Group>
          );
        })}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => form.insertListItem('dimensions', { id: '', name: '', unit: '' })}
          >
            Add dimension
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** As the API takes it; only flat-rate plans are metered. */
export function mappingOf(
  { plan, sourceName, offerId, planId, dimensions }: MappingValues,
  billingModel: Plan['billingModel'] | undefined,
) {
  const metered = billingModel === 'FlatRate' ? dimensions : [];
  return {
    plan,
    sourceName: sourceName.trim(),
    offerId: offerId.trim(),
    planId: planId.trim(),
    dimensions: metered.map(({ id, name, unit, ...meter }) => ({
      ...meter,
      id: id.trim(),
      name: name.trim(),
      unit: unit.trim(),
    })),
  };
}
