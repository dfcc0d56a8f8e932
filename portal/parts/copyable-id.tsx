import { CopyButton, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import styles from './copyable-id.module.css';
import { Icon } from './icon.tsx';

interface CopyableIdProps {
  readonly id: string;
  /** The object, for screen readers: `member`. */
  readonly of: string;
  /** Whether the id is shown in full. */
  readonly isFull?: boolean;
  /** Whether only the button is shown, beside the name of the object. */
  readonly isIcon?: boolean;
}

/** An id, copied with one click. */
export function CopyableId({ id, of, isFull = false, isIcon = false }: CopyableIdProps) {
  const text = isFull || id.length <= 13 ? id : `${id.slice(0, 4)}…${id.slice(-6)}`;
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${id}`}>
          <UnstyledButton className={styles.id} data-short={text.length < 25 || undefined} onClick={copy}>
            <VisuallyHidden>Copy the id of the {of}</VisuallyHidden>
            {!isIcon && <code>{text}</code>}
            <Icon name={copied ? 'check' : 'copy'} size={14} />
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  );
}
