import styles from './status-badge.module.css';

/** What kind of state it is, for the eye; the word says it too. */
export type Tone = 'good' | 'waiting' | 'attention' | 'bad' | 'over';

/** The state that something is in: `<StatusBadge tone="good">Active</StatusBadge>`. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
