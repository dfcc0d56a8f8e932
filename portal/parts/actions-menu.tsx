import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface ActionsMenuProps {
  /** The object of the actions: `Ivo Lind`. */
  readonly of: string;
  /** Small in the head of a table, large beside the buttons of a page. */
  readonly size?: 'small' | 'medium' | 'large';
  /** `MenuAction`s. */
  readonly children: ReactNode;
}

const looks = {
  small: { variant: 'subtle', color: 'gray', size: 'sm' },
  medium: { variant: 'subtle', color: 'gray' },
  large: { variant: 'default', size: 'input-sm' },
} as const;

/** A menu of actions behind three dots. */
export function ActionsMenu({ of, size = 'medium', children }: ActionsMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon {...looks[size]} aria-label={`Actions for ${of}`}>
          <Icon name="more" {...(size === 'small' && { size: 16 })} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface MenuActionProps {
  readonly icon?: IconName;
  /** Whether the action removes something. */
  readonly isDangerous?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

export function MenuAction({ icon, isDangerous = false, onClick, children }: MenuActionProps) {
  return (
    <Menu.Item
      {...(isDangerous && { color: 'var(--mantine-color-error)' })}
      leftSection={icon && <Icon name={icon} size={16} />}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  );
}

interface MenuDownloadProps {
  readonly href: string;
  readonly children: string;
}

/** An entry that downloads a file. */
export function MenuDownload({ href, children }: MenuDownloadProps) {
  return (
    <Menu.Item component="a" href={href} download leftSection={<Icon name="download" size={16} />}>
      {children}
    </Menu.Item>
  );
}
