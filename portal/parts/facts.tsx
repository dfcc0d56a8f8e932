import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** The facts of one object: `<Facts facts={{ Status: <StatusBadge …/>, Since: <Moment …/> }} />`. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
