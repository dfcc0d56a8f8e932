import { Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { Moment } from '../../../parts/moment.tsx';
import { showDone, showError } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { MoveLine } from '../moves/line.tsx';
import { subscriptionsKey } from '../queries.ts';
import { ActivatePurchase } from './activate.tsx';
import { AssignPurchase } from './assign.tsx';
import { CancelPurchase } from './cancel.tsx';
import {
  linkCopied,
  mailToBuyer,
  type Purchase,
  type PurchaseResult,
  purchasePath,
  purchasesKey,
} from './queries.ts';

/** The next step by reason. For other reasons it is on the page that the reason links to. */
const nextSteps: Partial<Record<Purchase['reason'], 'activate' | 'send link'>> = {
  ActivationFailed: 'activate',
  ActivationUnfinished: 'activate',
  BuyerNotFinished: 'send link',
  WrongAccount: 'send link',
  BuyerNotArrived: 'send link',
};

interface PurchaseActionsProps {
  readonly purchase: Purchase;
  /** When the purchase is no longer pending. */
  readonly onSettled?: (result: PurchaseResult) => void;
}

/** What a person can do about a purchase that is not active. */
export function PurchaseActions({ purchase, onSettled }: PurchaseActionsProps) {
  const { workspaceId, name: seller } = useWorkspace();
  const queryClient = useQueryClient();
  const clipboard = useClipboard();
  const [isActivating, setIsActivating] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);
  const [isAssigning, setIsAssigning] = useState(false);
  const { marketplaceSubscriptionId, landingLink, buyerEmail, canActivate, canAssign, canCancel, reason } =
    purchase;
  const nextStep = nextSteps[reason];
  const settle = async (result: PurchaseResult) => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: purchasesKey(workspaceId) }),
      queryClient.invalidateQueries({ queryKey: subscriptionsKey(workspaceId) }),
    ]);
    if (result.purchase === null) onSettled?.(result);
  };
  const check = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST(`${purchasePath}/check`, { params: { path: { workspaceId, marketplaceSubscriptionId } } }),
      ),
    onSuccess: settle,
    onError: showError,
  });
  if (purchase.connection === null) {
    return (
      <Text size="sm" c="dimmed">
        No actions until the publisher account that sold it is connected.
      </Text>
    );
  }
  return (
    <>
      {canActivate && (
        <MoveLine
          verb="Activate"
          effect="The marketplace begins to bill the buyer, and the customer gets access at once."
          isPrimary={nextStep === 'activate'}
          onClick={() => setIsActivating(true)}
        />
      )}
      <MoveLine
        verb="Check again"
        effect={
          <>
            Compares the purchase with the marketplace now.{' '}
            <span role="status">
              {check.data && !check.isPending && (
                <b>
                  {resultText(check.data)} Checked <Moment at={check.data.comparedAt} />.
                </b>
              )}
            </span>
          </>
        }
        isBusy={check.isPending}
        onClick={() => check.mutate()}
      />
      {landingLink !== null && (
        <>
          <MoveLine
            verb="Copy link"
            isPrimary={nextStep === 'send link'}
            effect="The buyer opens the landing page with it, signs in and confirms. Valid for 14 days."
            onClick={() => {
              clipboard.copy(landingLink);
              showDone(linkCopied(purchase));
            }}
          />
          <MoveLine
            verb="Write mail"
            effect={`Opens a mail with the link${buyerEmail === null ? '' : ` to ${buyerEmail}`} in your mail program.`}
            onClick={() => window.location.assign(mailToBuyer(purchase, seller))}
          />
        </>
      )}
      {canAssign && (
        <MoveLine
          verb="Assign to a customer"
          effect="For a buyer whose organisation you know: it becomes the customer, as if it had confirmed the purchase."
          onClick={() => setIsAssigning(true)}
        />
      )}
      {canCancel && (
        <MoveLine
          verb="Request cancellation"
          effect="The marketplace ends the purchase. Nothing was billed, and the buyer can buy again."
          isFinal
          onClick={() => setIsCancelling(true)}
        />
      )}
      {isAssigning && (
        <AssignPurchase purchase={purchase} onDone={settle} onClose={() => setIsAssigning(false)} />
      )}
      {isCancelling && (
        <CancelPurchase purchase={purchase} onDone={settle} onClose={() => setIsCancelling(false)} />
      )}
      {isActivating && (
        <ActivatePurchase purchase={purchase} onDone={settle} onClose={() => setIsActivating(false)} />
      )}
    </>
  );
}

function resultText({ status, purchase }: PurchaseResult): string {
  if (purchase) return 'Still not active.';
  return status === null ? 'The purchase has ended at the marketplace.' : `The subscription is ${status}.`;
}
