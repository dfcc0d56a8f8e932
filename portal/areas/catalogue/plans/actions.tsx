import { ActionIcon, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answeredWithTag, api, type Tagged } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/show-trouble.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import { type Plan, type Product, productPath, useCatalogueChanged } from '../queries.ts';
import { EditPlan } from './edit-plan.tsx';

interface PlanActionsProps {
  readonly product: Tagged<Product>;
  readonly plan: Plan;
}

/** What can be done with a plan as it stands. */
export function PlanActions({ product, plan }: PlanActionsProps) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const changed = useCatalogueChanged();
  const [opened, setOpened] = useState<'edit' | 'publish' | 'archive' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const { slug } = product.value;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions for ${plan.name}`}>
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => setOpened('edit')}>
            Edit
          </Menu.Item>
          {plan.status !== 'Published' && (
            <Menu.Item leftSection={<Icon name="check" size={16} />} onClick={() => setOpened('publish')}>
              Publish
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Icon name="link" size={16} />}
            renderRoot={(props) => (
              <Link
                to="/$workspace/plan-mappings"
                params={{ workspace }}
                search={{ product: slug }}
                {...props}
              />
            )}
          >
            Marketplace mappings
          </Menu.Item>
          {plan.status === 'Published' && (
            <Menu.Item color="var(--mantine-color-error)" onClick={() => setOpened('archive')}>
              Archive
            </Menu.Item>
          )}
          {plan.status === 'Draft' && (
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<Icon name="remove" size={16} />}
              onClick={() => setOpened('removal')}
            >
              Remove the draft
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === 'edit' && <EditPlan product={product} plan={plan} onClose={close} />}
      {(opened === 'publish' || opened === 'archive') && (
        <PreviewChange
          product={product}
          change={productChanges(workspaceId, product.value).movePlan(plan, opened)}
          onClose={close}
        />
      )}
      <ConfirmAction
        isOpen={opened === 'removal'}
        onClose={close}
        title={`Remove the draft of ${plan.name}?`}
        verb="Remove"
        act={async () =>
          changed(
            await answeredWithTag(
              api.DELETE(`${productPath}/plans/{plan}`, {
                params: { path: { workspaceId, product: slug, plan: plan.slug } },
              }),
            ),
          )
        }
        onDone={() => showDone(`${plan.name} is gone.`)}
      >
        <Text size="sm">Nobody has bought it: it was never published. Its mappings go with it.</Text>
      </ConfirmAction>
    </>
  );
}
