import { Button, Group, Select, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '../../../api/api-error.ts';
import type { Marketplace } from '../../../api/marketplaces.ts';
import { billingLabels } from '../../../parts/catalogue-words.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { Plan } from '../../catalogue/queries.ts';
import { DimensionFields, newDimension } from './dimension-fields.tsx';
import { findListed, type Listing } from './listing.ts';
import { MarketplaceIds } from './marketplace-ids.tsx';
import type { MappingValues } from './queries.ts';
import { useListing } from './use-listing.ts';

/**
 * The API reports a taken name at the mapping; the form shows it at the plan id. It reports a dimension that cannot be
 * switched yet with its place in the catalogue; the form shows it at the dimension.
 */
export async function atFields<Result>(call: Promise<Result>): Promise<Result> {
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
  readonly marketplaces: readonly Marketplace[];
}

/** The marketplace ids of a plan and its dimensions. */
export function MappingFields({ form, plan, marketplaces }: MappingFieldsProps) {
  const { sourceName } = form.values;
  const marketplace = marketplaces.find((one) => one.sourceName === sourceName);
  const listing = useListing(marketplace);
  // A mapping may name a marketplace that is no longer connected.
  const saved = form.getInitialValues().sourceName;
  const isSavedConnected = saved === '' || marketplaces.some((one) => one.sourceName === saved);
  return (
    <>
      <Select
        label="Marketplace"
        description="One of the workspace’s connections"
        data={[
          ...marketplaces.map((one) => one.sourceName),
          ...(isSavedConnected ? [] : [{ value: saved, label: `${saved} (not connected)` }]),
        ]}
        allowDeselect={false}
        {...form.getInputProps('sourceName')}
        value={sourceName === '' ? null : sourceName}
      />
      <MarketplaceIds
        form={form}
        billingModel={plan?.billingModel}
        listing={listing}
        marketplace={marketplace}
      />
      {plan && (
        <Text size="sm">Billed: {billingLabels[plan.billingModel].toLowerCase()}, as the plan says.</Text>
      )}
      {plan?.billingModel === 'FlatRate' && (
        <>
          <DimensionFields form={form} />
          {listing.data && <ListedDimensions form={form} listing={listing.data} />}
        </>
      )}
    </>
  );
}

/** Adds the dimensions that the marketplace lists for the plan and the form lacks. */
function ListedDimensions({
  form,
  listing,
}: Pick<MappingFieldsProps, 'form'> & { readonly listing: Listing }) {
  const { offerId, planId, dimensions } = form.values;
  const ids = { offerId: offerId.trim(), planId: planId.trim() };
  const missing =
    findListed(listing, ids)?.dimensions.filter(({ id }) => !dimensions.some((own) => own.id === id)) ?? [];
  if (missing.length === 0) return null;
  const added = missing.map(({ id, name, unit }) => ({ ...newDimension, id, name, unit }));
  return (
    <Group>
      <Button
        size="xs"
        variant="light"
        leftSection={<Icon name="download" size={14} />}
        onClick={() => form.setFieldValue('dimensions', [...dimensions, ...added])}
      >
        Add from the marketplace: {missing.map(({ id }) => id).join(', ')}
      </Button>
    </Group>
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
