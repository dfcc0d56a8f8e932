import { useClipboard } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { showDone } from '../../../parts/notify.ts';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { subscriptionsKey } from '../queries.ts';
import { ActivatePurchase } from './activate.tsx';
import { AssignPurchase } from './assign.tsx';
import { buyerOf, linkCopied, mailToBuyer, type Purchase, purchasesKey } from './queries.ts';

/** The actions of a purchase in the list; its page has the check. */
export function PurchaseMenu({ purchase }: { readonly purchase: Purchase }) {
  const { workspaceId, name: seller } = useWorkspace();
  const mayChange = usePermission('change:subscriptions');
  const queryClient = useQueryClient();
  const clipboard = useClipboard();
  const [isActivating, setIsActivating] = useState(false);
  const [isAssigning, setIsAssigning] = useState(false);
  const { landingLink, canActivate, canAssign } = purchase;
  if (landingLink === null && !((canActivate || canAssign) && mayChange)) return null;
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: purchasesKey(workspaceId) });
    await queryClient.invalidateQueries({ queryKey: subscriptionsKey(workspaceId) });
  };
  return (
    <>
      <ActionsMenu of={`the purchase of ${buyerOf(purchase)}`}>
        {canActivate && mayChange && (
          <MenuAction icon="check" onClick={() => setIsActivating(true)}>
            Activate
          </MenuAction>
        )}
        {canAssign && mayChange && (
          <MenuAction icon="customers" onClick={() => setIsAssigning(true)}>
            Assign to a customer
          </MenuAction>
        )}
        {landingLink !== null && (
          <>
            <MenuAction
              icon="copy"
              onClick={() => {
                clipboard.copy(landingLink);
                showDone(linkCopied(purchase));
              }}
            >
              Copy link for the buyer
            </MenuAction>
            <MenuAction icon="inbox" onClick={() => window.location.assign(mailToBuyer(purchase, seller))}>
              Write mail to the buyer
            </MenuAction>
          </>
        )}
      </ActionsMenu>
      {isActivating && (
        <ActivatePurchase purchase={purchase} onClose={() => setIsActivating(false)} onDone={refresh} />
      )}
      {isAssigning && (
        <AssignPurchase purchase={purchase} onClose={() => setIsAssigning(false)} onDone={refresh} />
      )}
    </>
  );
}
