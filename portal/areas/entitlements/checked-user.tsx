import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useAddDialog } from '../../parts/form/use-add-dialog.tsx';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { SaveMember } from '../subscriptions/customers/save-member.tsx';
import { AssignMissingSeat } from './assign-missing-seat.tsx';
import { DecisionPath } from './decision-path.tsx';
import { type EligibilityQuestion, eligibilityQuery } from './queries.ts';

/** The decision about one user, and its remedy where the portal has one. */
export function CheckedUser({ question }: { readonly question: EligibilityQuestion }) {
  const { workspaceId } = useWorkspace();
  const { tenantId, user } = question;
  const query = useQuery(eligibilityQuery(workspaceId, question));
  const addMember = useAddDialog({
    label: 'Add member',
    isAllowed: usePermission('change:customers'),
    isSecondary: true,
    dialog: (close) => <SaveMember tenantId={tenantId} email={user} onClose={close} />,
  });
  if (query.isPending) return <Skeleton height={96} role="status" aria-label="Checking access" />;
  if (query.isError) {
    return (
      <>
        <ErrorNotice error={query.error} />
        {isApiError(query.error, 'entitlement.user_not_resolved') && <div>{addMember.button}</div>}
        {addMember.dialog}
      </>
    );
  }
  const { answer, explanation } = query.data;
  const lacksSeat = answer.reason === 'NoSeatAssigned' && (answer.seats?.available ?? 0) > 0;
  return (
    <DecisionPath
      answer={answer}
      explanation={explanation}
      remedy={
        lacksSeat &&
        explanation.decidedBy && <AssignMissingSeat question={question} plan={explanation.decidedBy} />
      }
    />
  );
}
