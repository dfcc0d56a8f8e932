import { Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../parts/icon.tsx';
import { useMe, useWorkspace } from '../session/workspace.ts';
import styles from './workspace-switcher.module.css';

/** Shows the current workspace and switches to others. */
export function WorkspaceSwitcher() {
  const current = useWorkspace();
  const { workspaces } = useMe();
  const navigate = useNavigate();
  const name = (
    <div>
      <Text size="sm" fw={600} truncate>
        {current.name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {current.role}
      </Text>
    </div>
  );
  if (workspaces.length === 1) return <div className={styles.alone}>{name}</div>;
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <VisuallyHidden>Workspace</VisuallyHidden>
            {name}
            <Icon name="chevrons" size={16} />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {workspaces.map(({ slug, name: label, role }) => (
          <Menu.Item
            key={slug}
            rightSection={slug === current.slug && <Icon name="check" size={16} />}
            onClick={() => navigate({ to: '/$workspace/overview', params: { workspace: slug } })}
          >
            <Text size="sm">{label}</Text>
            <Text size="xs" c="dimmed">
              {role}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
