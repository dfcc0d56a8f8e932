import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../session/workspace.ts';
import { CopyableId } from '../copyable-id.tsx';

interface CustomerLinkProps {
  readonly of: { readonly tenantId: string | null; readonly organisation: string | null };
}

/** The customer of an event or a notification, by name; by tenant id if no name is known. */
export function CustomerLink({ of: { tenantId, organisation } }: CustomerLinkProps) {
  const { slug: workspace } = useWorkspace();
  if (tenantId === null) return '–';
  if (organisation === null) return <CopyableId id={tenantId} of="tenant" />;
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link to="/$workspace/customers/$tenantId" params={{ workspace, tenantId }} {...props} />
      )}
    >
      {organisation}
    </Anchor>
  );
}
