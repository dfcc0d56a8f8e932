import { Autocomplete, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { billingLabels, type Plan } from '../../catalogue/queries.ts';
import { DimensionFields } from './dimension-fields.tsx';
import { type MappingValues, sourcesQuery } from './queries.ts';

/**
 * The API reports a taken name at the mapping; the form shows it at the plan id. It reports a dimension that cannot be
 * switched yet with its place in the catalogue; the form shows it at the dimension.
 */
export async function atFields<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const issues = error.issues.map((issue) =>
      /^$|\.marketplace\.\d+$/.test(issue.path)
        ? { ...issue, path: 'planId', message: `It ${issue.message}` }
        : { ...issue, path: issue.path.replace(/^.*\.marketplace\.\d+\.(?=dimensions\.)/, '') },
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
      {plan?.billingModel === 'FlatRate' && <DimensionFields form={form} />}
    </>
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
