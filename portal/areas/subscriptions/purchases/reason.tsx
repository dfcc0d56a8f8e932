import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../parts/icon.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import type { Purchase } from './queries.ts';

/** Why the purchase is not active, what to do, and a link to where it is done. */
export function Reason({ purchase }: { readonly purchase: Purchase }) {
  return (
    <Alert
      color="orange"
      variant="outline"
      title="Not active yet"
      icon={<Icon name="warning" />}
      c="inherit"
      mb="md"
    >
      <Text size="sm">{purchase.reasonText}</Text>
      <Text size="sm" mt={4}>
        {purchase.whatToDo} <FixLink purchase={purchase} />
      </Text>
    </Alert>
  );
}

function FixLink({ purchase }: { readonly purchase: Purchase }) {
  const { reason, connection, marketplaceSubscriptionId } = purchase;
  const { slug: workspace } = useWorkspace();
  const mayMap = usePermission('change:catalogue');
  const params = { workspace };
  switch (reason) {
    case 'PlanNotMapped':
      return (
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => (
            <Link
              to="/$workspace/plan-mappings"
              params={params}
              {...(mayMap && { search: { purchase: marketplaceSubscriptionId } })}
              {...props}
            />
          )}
        >
          {mayMap ? 'Add mapping' : 'Open plan mappings'}
        </Anchor>
      );
    case 'ConnectionMissing':
      return (
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/$workspace/settings/marketplace" params={params} {...props} />}
        >
          Open connections
        </Anchor>
      );
    case 'ConnectionFailing':
    case 'ActivationFailed':
      return (
        connection && (
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/$workspace/settings/marketplace/$connectionId"
                params={{ workspace, connectionId: connection.connectionId }}
                {...props}
              />
            )}
          >
            Open connection
          </Anchor>
        )
      );
    default:
      return null;
  }
}
