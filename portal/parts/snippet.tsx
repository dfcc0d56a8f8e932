import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Icon } from './icon.tsx';
import styles from './snippet.module.css';

interface SnippetProps {
  readonly text: string;
  /** The object, for screen readers: `payload`. */
  readonly of: string;
  /** The text to copy, if it differs from the shown one. */
  readonly copies?: string;
  /** Sentences, whose lines are broken. */
  readonly isProse?: boolean;
}

/** Text to copy: a request, a payload, a response. */
export function Snippet({ text, of, copies = text, isProse }: SnippetProps) {
  return (
    <div className={styles.snippet}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are read by scrolling, with the keyboard too. */}
      <section className={styles.text} data-scrolls tabIndex={0} aria-label={of}>
        <pre data-prose={isProse || undefined}>{text}</pre>
      </section>
      <CopyButton value={copies}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              className={styles.copy}
              variant="default"
              aria-label={`Copy the ${of}`}
              onClick={copy}
            >
              <Icon name={copied ? 'check' : 'copy'} size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
