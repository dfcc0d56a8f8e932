import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Tagged } from '../../../api/client.ts';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import { type Product, productPath, useCatalogueChanged } from '../queries.ts';
import { EditProduct } from './edit-product.tsx';

/** The actions of a product by its status. */
export function ProductActions({ product }: { readonly product: Tagged<Product> }) {
  const { workspaceId } = useWorkspace();
  const { status, name, plans } = product.value;
  const [opened, setOpened] = useState<'edit' | 'publish' | 'archive' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const { moveProduct } = productChanges(workspaceId, product.value);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="edit" size={16} />}
        onClick={() => setOpened('edit')}
      >
        Edit
      </Button>
      {status !== 'Published' && <Button onClick={() => setOpened('publish')}>Publish</Button>}
      {status !== 'Archived' && (
        <ActionsMenu of={name} size="large">
          {status === 'Draft' ? (
            <MenuAction icon="remove" isDangerous onClick={() => setOpened('removal')}>
              Remove draft
            </MenuAction>
          ) : (
            <MenuAction isDangerous onClick={() => setOpened('archive')}>
              Archive
            </MenuAction>
          )}
        </ActionsMenu>
      )}
      {opened === 'edit' && <EditProduct product={product} onClose={close} />}
      {(opened === 'publish' || opened === 'archive') && (
        <PreviewChange
          product={product}
          change={withWarning(moveProduct(opened), opened === 'publish' && !hasPublished(plans))}
          onClose={close}
        />
      )}
      <Removal product={product.value} isOpen={opened === 'removal'} onClose={close} />
    </>
  );
}

const hasPublished = (plans: Product['plans']) => plans.some(({ status }) => status === 'Published');

function withWarning<Change extends { meaning?: unknown }>(change: Change, hasNothingToSell: boolean) {
  if (!hasNothingToSell) return change;
  return {
    ...change,
    meaning: `${change.meaning} None of its plans is published, so nothing can be bought yet.`,
  };
}

interface RemovalProps {
  readonly product: Product;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Removal({ product: { slug, name, plans, editions }, isOpen, onClose }: RemovalProps) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const navigate = useNavigate();
  const changed = useCatalogueChanged();
  return (
    <ConfirmAction
      isOpen={isOpen}
      onClose={onClose}
      title={`Remove the draft of ${name}?`}
      verb="Remove"
      act={() => api.DELETE(productPath, { params: { path: { workspaceId, product: slug } } })}
      onDone={() => {
        void navigate({ to: '/$workspace/products', params: { workspace } });
        void changed();
        showDone(`${name} removed.`);
      }}
    >
      <Text size="sm">
        {editions.length + plans.length === 0
          ? 'It is empty. Its slug can be reused.'
          : 'Its editions and plans are removed too. Its slug can be reused.'}
      </Text>
    </ConfirmAction>
  );
}
