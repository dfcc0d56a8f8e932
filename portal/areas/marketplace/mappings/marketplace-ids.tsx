import { Anchor, Autocomplete, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Marketplace } from '../../../api/marketplaces.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type ComparedMapping, type Listing, verdictOf } from './listing.ts';
import { type MappingValues, offersQuery } from './queries.ts';

/** What the chosen marketplace lists; disabled without one. */
export function useListing(marketplace: Marketplace | undefined) {
  const { workspaceId } = useWorkspace();
  const connectionId = marketplace?.connectionId ?? '';
  return useQuery({ ...offersQuery(workspaceId, connectionId), enabled: connectionId !== '' });
}

interface MarketplaceIdsProps {
  readonly form: UseFormReturnType<MappingValues>;
  readonly billingModel: ComparedMapping['billingModel'];
  readonly listing: ReturnType<typeof useListing>;
}

/** Offer and plan id: chosen from what the marketplace lists, or typed where it does not list them. */
export function MarketplaceIds({ form, billingModel, listing }: MarketplaceIdsProps) {
  const offers = listing.data?.offers ?? [];
  const plans = offers.find(({ offerId }) => offerId === form.values.offerId.trim())?.plans ?? [];
  const field = { autoComplete: 'off', spellCheck: false, comboboxProps: { shadow: 'md' } } as const;
  return (
    <div>
      <Group grow align="flex-start">
        <Autocomplete
          label="Offer id"
          placeholder={offers.length > 0 ? 'Choose or type' : ''}
          data={offers.map(({ offerId }) => offerId)}
          {...field}
          {...form.getInputProps('offerId')}
        />
        <Autocomplete
          label="Plan id"
          placeholder={plans.length > 0 ? 'Choose or type' : ''}
          data={plans.map(({ planId }) => planId)}
          renderOption={({ option }) => (
            <div>
              {option.value}
              <Text size="xs" c="dimmed">
                {plans.find(({ planId }) => planId === option.value)?.name}
              </Text>
            </div>
          )}
          {...field}
          {...form.getInputProps('planId')}
        />
      </Group>
      <Text component="div" size="xs" c="dimmed" mt={6} role="status">
        <ListingText listing={listing} mapping={{ ...form.values, billingModel }} />
      </Text>
    </div>
  );
}

const asTyped = 'Type the ids as they are in Partner Center.';

interface ListingTextProps {
  readonly listing: ReturnType<typeof useListing>;
  readonly mapping: ComparedMapping;
}

function ListingText({ listing, mapping }: ListingTextProps) {
  if (listing.fetchStatus === 'fetching') return 'Reading the offers of the marketplace…';
  if (listing.data === undefined && !listing.isError) return null;
  const failure = listing.isError ? 'The offers could not be read.' : reasonOf(listing.data);
  if (failure !== null) {
    return (
      <>
        {failure} {asTyped}{' '}
        <Anchor
          component="button"
          type="button"
          size="xs"
          underline="always"
          onClick={() => listing.refetch()}
        >
          Try again
        </Anchor>
      </>
    );
  }
  const typed = { ...mapping, offerId: mapping.offerId.trim(), planId: mapping.planId.trim() };
  if (listing.data === undefined || typed.offerId === '' || typed.planId === '') {
    return 'The marketplace lists the plans of offers that have a subscription. Other ids can be typed.';
  }
  const { tone, label, text } = verdictOf(listing.data, typed);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <span>{text}</span>
    </Group>
  );
}

/** Why no offer can be chosen; null: some can. */
function reasonOf({ failure, offers }: Listing): string | null {
  if (failure !== null) return `The marketplace did not answer: ${failure}`;
  return offers.length === 0
    ? 'The marketplace lists the plans of an offer only once it has a subscription, and there is none yet.'
    : null;
}
