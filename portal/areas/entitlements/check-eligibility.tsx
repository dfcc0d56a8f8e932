import { Autocomplete, Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Section } from '../../parts/section.tsx';
import { isUuid } from '../../parts/uuid.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { usePlans } from '../subscriptions/catalogue-choices.ts';
import { tenantMembersQuery } from '../subscriptions/customers/queries.ts';
import { DecisionPath } from './decision-path.tsx';
import { readEligibility } from './queries.ts';

interface CheckEligibilityProps {
  readonly tenantId: string;
  readonly product: string;
}

/** Checks the eligibility of a user and explains the decision. */
export function CheckEligibility({ tenantId, product }: CheckEligibilityProps) {
  const { workspaceId } = useWorkspace();
  const [user, setUser] = useState('');
  const [plan, setPlan] = useState<string | null>(null);
  const members = useQuery(tenantMembersQuery(workspaceId, tenantId));
  const plans = usePlans(product);
  const check = useMutation({
    mutationFn: () => {
      const named = user.trim();
      const subject = isUuid(named) ? { userObjectId: named } : { email: named };
      return readEligibility(workspaceId, { tenantId, product, plan: plan ?? undefined, ...subject });
    },
  });
  const people = (members.data?.items ?? []).map(({ email, objectId }) => email ?? objectId);
  return (
    <Section
      title="Check access of a user"
      lead="Evaluates eligibility as an application would, including seats and the identity provider."
    >
      <Stack gap="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (user.trim()) check.mutate();
          }}
        >
          <Group gap="sm" align="flex-end">
            <Autocomplete
              label="User"
              placeholder="E-mail address or object id"
              flex="1 1 16rem"
              data={[...new Set(people)]}
              limit={8}
              value={user}
              onChange={setUser}
            />
            <Select
              label="Plan"
              placeholder="Any plan"
              w={{ base: '100%', sm: '16rem' }}
              clearable
              clearButtonProps={{ 'aria-label': 'Any plan' }}
              data={plans.map(({ slug, name }) => ({ value: slug, label: name }))}
              value={plan}
              onChange={setPlan}
            />
            <Button type="submit" disabled={!user.trim()} loading={check.isPending}>
              Ask
            </Button>
          </Group>
        </form>
        {check.isError && <ErrorNotice error={check.error} />}
        {check.data && <DecisionPath {...check.data} />}
      </Stack>
    </Section>
  );
}
