import { Group, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { browserZone, chooseTimeZone, timeZoneChoice } from '../parts/format/time-zone.ts';
import { Icon } from '../parts/icon.tsx';
import { Initials } from '../parts/initials.tsx';
import { docsAddress } from '../parts/links/docs-link.tsx';
import { docsTopics } from '../parts/links/docs-topics.ts';
import { useMe } from '../session/workspace.ts';
import { SessionsDialog } from './sessions-dialog.tsx';
import { useSignOut } from './sign-out.ts';
import styles from './user-menu.module.css';

const schemes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
] as const;

const zones = [
  ['browser', `Browser: ${browserZone}`],
  ['utc', 'UTC'],
] as const;

/** The signed-in person, the colour scheme, the time zone and sign-out. */
export function UserMenu() {
  const { name, email } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const [showsSessions, setShowsSessions] = useState(false);
  return (
    <>
      {showsSessions && <SessionsDialog onClose={() => setShowsSessions(false)} />}
      <Menu position="top-start" width={236}>
        <Menu.Target>
          <UnstyledButton className={styles.button}>
            <Group gap="sm" wrap="nowrap">
              <Initials name={name ?? email} />
              <VisuallyHidden>Signed in as</VisuallyHidden>
              <div className={styles.who}>
                <Text size="sm" fw={500} truncate>
                  {name ?? email}
                </Text>
                {name && (
                  <Text size="xs" c="dimmed" truncate>
                    {email}
                  </Text>
                )}
              </div>
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Appearance</Menu.Label>
          {schemes.map(([scheme, label]) => (
            <Menu.Item
              key={scheme}
              leftSection={<Icon name={scheme} size={16} />}
              rightSection={colorScheme === scheme && <Icon name="check" size={16} />}
              onClick={() => setColorScheme(scheme)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Label>Time zone</Menu.Label>
          {zones.map(([choice, label]) => (
            <Menu.Item
              key={choice}
              leftSection={<Icon name="clock" size={16} />}
              rightSection={timeZoneChoice === choice && <Icon name="check" size={16} />}
              onClick={() => chooseTimeZone(choice)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {(['guides', 'reference'] as const).map((topic) => (
            <Menu.Item
              key={topic}
              component="a"
              href={docsAddress(topic)}
              target="_blank"
              rel="noreferrer"
              leftSection={<Icon name="auditLog" size={16} />}
            >
              {docsTopics[topic].name}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<Icon name="members" size={16} />} onClick={() => setShowsSessions(true)}>
            Sessions
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => signOut.mutate(false)}>
            Sign out
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => signOut.mutate(true)}>
            Sign out everywhere
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
