import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { EmptyStateProps } from '../../../parts/empty-state.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';

/** A link to the page where a marketplace is connected. */
export function ConnectFirst() {
  const { slug: workspace } = useWorkspace();
  const mayConnect = usePermission('change:settings');
  return (
    <Button
      leftSection={<Icon name="link" size={16} />}
      {...(!mayConnect && { variant: 'default' })}
      renderRoot={(props) => <Link to="/$workspace/settings/marketplace" params={{ workspace }} {...props} />}
    >
      {mayConnect ? 'Connect a marketplace' : 'Marketplace connections'}
    </Button>
  );
}

/** For a workspace without a marketplace: a mapping needs one. */
export function useConnectFirst(): EmptyStateProps {
  const mayConnect = usePermission('change:settings');
  return {
    icon: 'link',
    title: 'Connect a marketplace first',
    text: `A mapping says which plan a purchase on a marketplace activates, so the marketplace comes first.${
      mayConnect ? '' : ' A Partner administrator connects it.'
    }`,
    action: <ConnectFirst />,
  };
}
