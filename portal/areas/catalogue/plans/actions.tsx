import { Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataWithTag, type Tagged } from '../../../api/client.ts';
import { marketplacesQuery } from '../../../api/marketplaces.ts';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import { type Plan, type Product, productPath, useCatalogueChanged } from '../queries.ts';
import { EditPlan } from './edit-plan.tsx';

interface PlanActionsProps {
  readonly product: Tagged<Product>;
  readonly plan: Plan;
  readonly onHistory: () => void;
}

/** The actions of a plan by its status. */
export function PlanActions({ product, plan, onHistory }: PlanActionsProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const [opened, setOpened] = useState<'edit' | 'publish' | 'archive' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const { slug } = product.value;
  return (
    <>
      <ActionsMenu of={plan.name} size="small">
        <MenuAction icon="edit" onClick={() => setOpened('edit')}>
          Edit
        </MenuAction>
        {plan.status !== 'Published' && (
          <MenuAction icon="check" onClick={() => setOpened('publish')}>
            Publish
          </MenuAction>
        )}
        <MappingsItem product={slug} plan={plan} />
        <MenuAction icon="auditLog" onClick={onHistory}>
          History
        </MenuAction>
        {plan.status === 'Published' && (
          <MenuAction isDangerous onClick={() => setOpened('archive')}>
            Archive
          </MenuAction>
        )}
        {plan.status === 'Draft' && (
          <MenuAction icon="remove" isDangerous onClick={() => setOpened('removal')}>
            Remove draft
          </MenuAction>
        )}
      </ActionsMenu>
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
            await dataWithTag(
              api.DELETE(`${productPath}/plans/{plan}`, {
                params: { path: { workspaceId, product: slug, plan: plan.slug } },
              }),
            ),
          )
        }
        onDone={() => showDone(`${plan.name} removed.`)}
      >
        <Text size="sm">It was never published, so no customer has it. Its mappings are removed too.</Text>
      </ConfirmAction>
    </>
  );
}

/** To the mappings of the plan; without a marketplace to the page that connects one. */
function MappingsItem({ product, plan }: { readonly product: string; readonly plan: Plan }) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const { data: marketplaces } = useQuery(marketplacesQuery(workspaceId));
  const isUnconnected = marketplaces?.length === 0 && plan.marketplace.length === 0;
  return (
    <Menu.Item
      leftSection={<Icon name="link" size={16} />}
      renderRoot={(props) =>
        isUnconnected ? (
          <Link to="/$workspace/settings/marketplace" params={{ workspace }} {...props} />
        ) : (
          <Link
            to="/$workspace/plan-mappings"
            params={{ workspace }}
            search={{ product, plan: plan.slug }}
            {...props}
          />
        )
      }
    >
      {isUnconnected ? 'Connect a marketplace' : 'Marketplace mappings'}
    </Menu.Item>
  );
}
