import { ActionIcon, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/show-trouble.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { useCatalogueChanged } from '../../catalogue/queries.ts';
import { EditMapping } from './edit-mapping.tsx';
import { type PlanMapping, planMappingPath } from './queries.ts';

export function MappingActions({ mapping }: { readonly mapping: PlanMapping }) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const [opened, setOpened] = useState<'edit' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const { mappingId, offerId, planId, productName, planName } = mapping;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${offerId} / ${planId}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => setOpened('edit')}>
            Edit
          </Menu.Item>
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<Icon name="remove" size={16} />}
            onClick={() => setOpened('removal')}
          >
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === 'edit' && <EditMapping mapping={mapping} onClose={close} />}
      <ConfirmAction
        isOpen={opened === 'removal'}
        onClose={close}
        title={`Remove the mapping of ${offerId} / ${planId}?`}
        verb="Remove"
        act={() => api.DELETE(planMappingPath, { params: { path: { workspaceId, mappingId } } })}
        onDone={() => {
          void changed();
          showDone('The mapping is gone.');
        }}
      >
        <Text size="sm">
          Purchases of it no longer lead to {planName} of {productName}, nor anywhere else: they cannot be
          completed. Those that were made stay.
        </Text>
      </ConfirmAction>
    </>
  );
}
