import { Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { useCatalogueChanged } from '../../catalogue/queries.ts';
import { EditMapping } from './edit-mapping.tsx';
import { type PlanMapping, planMappingPath } from './queries.ts';

export function MappingActions({ mapping }: { readonly mapping: PlanMapping }) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const changed = useCatalogueChanged();
  const [opened, setOpened] = useState<'edit' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const { mappingId, offerId, planId, product, plan, productName, planName } = mapping;
  return (
    <>
      <ActionsMenu of={`${offerId} / ${planId}`}>
        <MenuAction icon="edit" onClick={() => setOpened('edit')}>
          Edit
        </MenuAction>
        <Menu.Item
          leftSection={<Icon name="auditLog" size={16} />}
          renderRoot={(props) => (
            <Link to="/$workspace/audit-log" params={{ workspace }} search={{ product, plan }} {...props} />
          )}
        >
          History
        </Menu.Item>
        <MenuAction icon="remove" isDangerous onClick={() => setOpened('removal')}>
          Remove
        </MenuAction>
      </ActionsMenu>
      {opened === 'edit' && <EditMapping mapping={mapping} onClose={close} />}
      <ConfirmAction
        isOpen={opened === 'removal'}
        onClose={close}
        title={`Remove the mapping of ${offerId} / ${planId}?`}
        verb="Remove"
        act={() => api.DELETE(planMappingPath, { params: { path: { workspaceId, mappingId } } })}
        onDone={() => {
          void changed();
          showDone('Mapping removed.');
        }}
      >
        <Text size="sm">
          New purchases of it can no longer be completed. Existing subscriptions of {planName} of{' '}
          {productName} stay.
        </Text>
      </ConfirmAction>
    </>
  );
}
