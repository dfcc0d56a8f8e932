import { ActionIcon, Text } from '@mantine/core';
import { useState } from 'react';
import { api, dataWithTag, type Tagged } from '../../../api/client.ts';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Edition, type Product, productPath, useCatalogueChanged } from '../queries.ts';
import styles from './editions.module.css';
import { RenameEdition } from './rename-edition.tsx';

interface EditionLineProps {
  readonly product: Tagged<Product>;
  readonly edition: Edition;
  readonly mayChange: boolean;
  /** Undefined at the end of the list. */
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}

export function EditionLine({ product, edition, mayChange, onUp, onDown }: EditionLineProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const [opened, setOpened] = useState<'name' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const { slug, name } = edition;
  const plans = product.value.plans.filter((plan) => plan.edition === slug).length;
  return (
    <div className={styles.line}>
      {mayChange && (
        <span className={styles.handle}>
          <Icon name="grip" size={16} />
        </span>
      )}
      <div className={styles.named}>
        <Text size="sm" fw={500} span>
          {name}
        </Text>{' '}
        <Text size="xs" c="dimmed" span>
          <code>{slug}</code> · {plans === 0 ? 'no plans' : `${plans} ${plans === 1 ? 'plan' : 'plans'}`}
        </Text>
      </div>
      {mayChange && (
        <>
          <MoveButton label={`Move ${name} up`} icon="up" onMove={onUp} />
          <MoveButton label={`Move ${name} down`} icon="down" onMove={onDown} />
          <ActionsMenu of={name}>
            <MenuAction icon="edit" onClick={() => setOpened('name')}>
              Rename
            </MenuAction>
            <MenuAction icon="remove" isDangerous onClick={() => setOpened('removal')}>
              Remove
            </MenuAction>
          </ActionsMenu>
        </>
      )}
      {opened === 'name' && <RenameEdition product={product} edition={edition} onClose={close} />}
      <ConfirmAction
        isOpen={opened === 'removal'}
        onClose={close}
        title={`Remove the edition ${name}?`}
        verb="Remove"
        act={async () =>
          changed(
            await dataWithTag(
              api.DELETE(`${productPath}/editions/{edition}`, {
                params: { path: { workspaceId, product: product.value.slug, edition: slug } },
              }),
            ),
          )
        }
        onDone={() => showDone(`Edition ${name} removed.`)}
      >
        <Text size="sm">
          {plans === 0
            ? 'It has no plans, so no customer holds it.'
            : 'It has plans, possibly archived ones. Move them to another edition first.'}
        </Text>
      </ConfirmAction>
    </div>
  );
}

interface MoveButtonProps {
  readonly label: string;
  readonly icon: 'up' | 'down';
  readonly onMove: (() => void) | undefined;
}

/** Stays rendered when it cannot move, so that keyboard focus is kept. */
function MoveButton({ label, icon, onMove }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-disabled={onMove === undefined}
      onClick={() => onMove?.()}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}
