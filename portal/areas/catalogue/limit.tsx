import { Text } from '@mantine/core';
import { limitText } from '../../parts/format/limit-text.ts';
import type { LimitLabel } from './labels/label-texts.ts';

interface LimitProps {
  /** Null: the plan does not have the limit. */
  readonly value: number | null;
  readonly label?: LimitLabel | undefined;
}

/** A limit's value with its unit. Without a value: what the absence of the limit means. */
export function Limit({ value, label }: LimitProps) {
  const text = limitText(value, label);
  return value === null ? (
    <Text span inherit c="dimmed" fs="italic">
      {text}
    </Text>
  ) : (
    text
  );
}
