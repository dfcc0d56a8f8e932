import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { marketplacesQuery } from '../api/marketplaces.ts';
import { useWorkspace } from '../session/workspace.ts';

interface MappedPlan {
  readonly sourceName: string;
  readonly offerId: string;
  readonly planId: string;
}

interface TestPurchaseProps {
  readonly mapping: MappedPlan;
  /** In a table. */
  readonly isSmall?: boolean;
}

/** Opens the purchase page of the marketplace emulator with the plan chosen; nothing for a real marketplace. */
export function TestPurchase({ mapping, isSmall = false }: TestPurchaseProps) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(marketplacesQuery(workspaceId));
  const { sourceName, offerId, planId } = mapping;
  const page = data?.find((marketplace) => marketplace.sourceName === sourceName)?.testPurchaseUrl;
  if (!page) return null;
  return (
    <Button
      component="a"
      href={`${page}&${new URLSearchParams({ offerId, planId })}`}
      target="_blank"
      rel="noreferrer"
      variant="default"
      {...(isSmall && { size: 'compact-xs' })}
      aria-label={`Make a test purchase of ${offerId} / ${planId}`}
    >
      Make a test purchase
    </Button>
  );
}
