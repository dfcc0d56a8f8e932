import { Autocomplete, Button, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DocsLink } from '../../parts/links/docs-link.tsx';
import { Section } from '../../parts/section.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { usePlans } from '../subscriptions/catalogue-choices.ts';
import { tenantMembersQuery } from '../subscriptions/customers/queries.ts';
import { CheckedUser } from './checked-user.tsx';

interface CheckEligibilityProps {
  readonly tenantId: string;
  readonly product: string;
  /** The user who is checked at once. */
  readonly user: string | undefined;
}

/** Checks the eligibility of a user and explains the decision. */
export function CheckEligibility({ tenantId, product, user: first = '' }: CheckEligibilityProps) {
  const { workspaceId } = useWorkspace();
  const [user, setUser] = useState(first);
  const [plan, setPlan] = useState<string | null>(null);
  const [checked, setChecked] = useState({ user: first, plan, number: 0 });
  const members = useQuery(tenantMembersQuery(workspaceId, tenantId));
  const plans = usePlans(product);
  const people = (members.data?.items ?? []).map(({ email, objectId }) => email ?? objectId);
  return (
    <Section
      title="Check access of a user"
      lead={
        <>
          Evaluates eligibility as an application would, including seats and the identity provider.{' '}
          <DocsLink topic="eligibility" />
        </>
      }
    >
      <Stack gap="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setChecked(({ number }) => ({ user: user.trim(), plan, number: number + 1 }));
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
            <Button type="submit" disabled={!user.trim()}>
              Check
            </Button>
          </Group>
        </form>
        {checked.user && (
          <CheckedUser
            key={checked.number}
            question={{ tenantId, product, plan: checked.plan ?? undefined, user: checked.user }}
          />
        )}
      </Stack>
    </Section>
  );
}
