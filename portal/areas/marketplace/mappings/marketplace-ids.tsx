import { Anchor, Autocomplete, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Marketplace } from '../../../api/marketplaces.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { marketplaceKinds } from '../connections/kinds.ts';
import { type ComparedMapping, type Listing, verdictOf } from './listing.ts';
import type { MappingValues } from './queries.ts';
import type { ReadListing } from './use-listing.ts';

interface MarketplaceIdsProps {
  readonly form: UseFormReturnType<MappingValues>;
  readonly billingModel: ComparedMapping['billingModel'];
  readonly listing: ReadListing;
  /** Undefined: it is not chosen yet, or not connected. */
  readonly marketplace: Marketplace | undefined;
}

/** Offer and plan id: chosen from what the marketplace lists, or typed where it does not list them. */
export function MarketplaceIds({ form, billingModel, listing, marketplace }: MarketplaceIdsProps) {
  const texts = marketplace && marketplaceKinds[marketplace.kind];
  const isEmulated = (marketplace?.testPurchaseUrl ?? null) !== null;
  const advice = isEmulated ? anyIds : (texts?.ids ?? '');
  const offers = listing.data?.offers ?? [];
  const plans = offers.find(({ offerId }) => offerId === form.values.offerId.trim())?.plans ?? [];
  const field = { autoComplete: 'off', spellCheck: false, comboboxProps: { shadow: 'md' } } as const;
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Autocomplete
          label="Offer id"
          description={texts?.offerId}
          placeholder={offers.length > 0 ? 'Choose or type' : ''}
          data={offers.map(({ offerId }) => offerId)}
          {...field}
          {...form.getInputProps('offerId')}
        />
        <Autocomplete
          label="Plan id"
          description={texts?.planId}
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
      </SimpleGrid>
      <Text component="div" size="xs" c="dimmed" mt={6} role="status">
        {marketplace?.traits.listsPlans === false ? (
          advice
        ) : (
          <ListingText listing={listing} mapping={{ ...form.values, billingModel }} advice={advice} />
        )}
      </Text>
    </div>
  );
}

const anyIds = 'The emulator sells every plan that is mapped and published, under any ids.';

interface ListingTextProps {
  readonly listing: ReadListing;
  readonly mapping: ComparedMapping;
  /** For ids that the marketplace does not list. */
  readonly advice: string;
}

function ListingText({ listing, mapping, advice }: ListingTextProps) {
  if (listing.isReading) return 'Reading the offers of the marketplace…';
  if (listing.data === undefined && !listing.isError) return null;
  const failure = listing.data ? reasonOf(listing.data) : 'The offers could not be read.';
  if (failure !== null) {
    return (
      <>
        {failure} {advice}{' '}
        <Anchor component="button" type="button" size="xs" underline="always" onClick={listing.checkAgain}>
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
    <Stack gap={4} align="flex-start">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <span>{text}</span>
    </Stack>
  );
}

/** Why no offer can be chosen; null: some can. */
function reasonOf({ failure, offers }: Listing): string | null {
  if (failure !== null && offers.length === 0) return `The marketplace did not respond: ${failure}`;
  return offers.length === 0
    ? 'The marketplace lists the plans of an offer only once it has a subscription, and there is none yet.'
    : null;
}
