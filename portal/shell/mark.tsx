import { Group, Text } from '@mantine/core';
import mark from './mark.svg';

/** The logo. */
export function Mark() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src={mark} alt="" width={22} height={22} />
      <Text fw={650} size="lg" lh={1} component="span">
        Tessera
      </Text>
    </Group>
  );
}
