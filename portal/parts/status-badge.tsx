import styles from './status-badge.module.css';

/** The colour of a state; its text says the same. */
export type Tone = 'good' | 'waiting' | 'attention' | 'bad' | 'ended' | 'over';

/** A coloured state: `<StatusBadge tone="good">Active</StatusBadge>`. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
