import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Icon } from '../../parts/icon.tsx';
import { showDone } from '../../parts/notify.ts';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { customersKey } from '../subscriptions/customers/queries.ts';
import { assignSeats, seatsKey } from '../subscriptions/seats/queries.ts';
import { type EligibilityQuestion, entitlementQuery } from './queries.ts';

interface AssignMissingSeatProps {
  readonly question: EligibilityQuestion;
  /** The plan that has a free seat. */
  readonly plan: string;
}

/** Assigns a free seat to a user who was refused for the lack of one. */
export function AssignMissingSeat({ question, plan }: AssignMissingSeatProps) {
  const { workspaceId } = useWorkspace();
  const { tenantId, product, user } = question;
  const mayAssign = usePermission('change:subscriptions');
  const queryClient = useQueryClient();
  const entitlement = useQuery(entitlementQuery(workspaceId, { tenantId, product, asOf: undefined }));
  const subscription = entitlement.data?.explanation.subscriptions.find(
    (candidate) => candidate.isInForce && candidate.plan === plan,
  );
  const assigning = useMutation({
    mutationFn: async (subscriptionId: string) => {
      const { results } = await assignSeats(workspaceId, subscriptionId, [user]);
      const error = results[0]?.error;
      if (error) {
        throw new ApiError({ code: error.code, title: 'The seat was not assigned', advice: error.detail });
      }
      await queryClient.invalidateQueries({ queryKey: seatsKey(workspaceId, subscriptionId) });
    },
    onSuccess: () => {
      showDone(`Seat assigned to ${user}.`);
      return queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
    },
  });
  if (!mayAssign || !subscription) return null;
  return (
    <div>
      {assigning.isError && <ErrorNotice error={assigning.error} />}
      <Button
        leftSection={<Icon name="plus" size={16} />}
        loading={assigning.isPending}
        onClick={() => assigning.mutate(subscription.subscriptionId)}
      >
        Assign seat
      </Button>
    </div>
  );
}
