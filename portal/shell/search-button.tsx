import { Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { Icon } from '../parts/icon.tsx';
import { openCommandPalette } from './command-palette.tsx';
import styles from './search-button.module.css';

const isMac = navigator.platform.startsWith('Mac');

export function SearchButton() {
  return (
    <UnstyledButton className={styles.button} onClick={openCommandPalette}>
      <Group gap={8} wrap="nowrap">
        <Icon name="search" size={16} />
        <Text size="sm" component="span">
          Search
        </Text>
      </Group>
      <Kbd size="xs">{isMac ? '⌘' : 'Ctrl'} K</Kbd>
    </UnstyledButton>
  );
}
