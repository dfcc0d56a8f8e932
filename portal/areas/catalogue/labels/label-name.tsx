import { Tooltip } from '@mantine/core';
import styles from './label-name.module.css';
import type { LabelKind, Labels } from './label-texts.ts';

interface LabelNameProps {
  readonly labels: Labels | undefined;
  readonly kind: LabelKind;
  readonly of: string;
}

/** A capability or limit: its display name with the key beside it, its description on hover or focus. */
export function LabelName({ labels, kind, of }: LabelNameProps) {
  const label = labels?.[kind][of];
  const name = label?.name ?? null;
  const text = name ?? of;
  return (
    <span className={styles.label}>
      {label?.description ? (
        <Tooltip
          multiline
          maw="20rem"
          label={label.description}
          events={{ hover: true, focus: true, touch: true }}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: those without a mouse want to read it, too. */}
          <span className={styles.described} tabIndex={0}>
            {text}
          </span>
        </Tooltip>
      ) : (
        text
      )}
      {name !== null && <code className={styles.key}>{of}</code>}
    </span>
  );
}
