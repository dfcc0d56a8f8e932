import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Marketplace } from '../../../api/marketplaces.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { purchaseQuery, purchasesKey } from '../../subscriptions/purchases/queries.ts';
import { AddMapping } from './add-mapping.tsx';

interface MapPurchaseProps {
  readonly marketplaceSubscriptionId: string;
  readonly marketplaces: readonly Marketplace[];
  readonly onClose: () => void;
}

/** Adds the mapping that a purchase waits for, and returns to the purchase. */
export function MapPurchase({ marketplaceSubscriptionId, marketplaces, onClose }: MapPurchaseProps) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: purchase } = useQuery(purchaseQuery(workspaceId, marketplaceSubscriptionId));
  const returnToPurchase = async () => {
    await queryClient.invalidateQueries({ queryKey: purchasesKey(workspaceId) });
    await navigate({
      to: '/$workspace/purchases/$marketplaceSubscriptionId',
      params: { workspace, marketplaceSubscriptionId },
    });
  };
  return (
    purchase && (
      <AddMapping
        bought={{
          sourceName: purchase.connection?.sourceName ?? '',
          offerId: purchase.offerId ?? '',
          planId: purchase.planId ?? '',
        }}
        marketplaces={marketplaces}
        onAdded={returnToPurchase}
        onClose={onClose}
      />
    )
  );
}
