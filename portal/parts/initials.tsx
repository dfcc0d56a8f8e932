import styles from './initials.module.css';

/** The initials of a name, as decoration. */
export function Initials({ name }: { readonly name: string }) {
  const words = name.split(/[\s.@]+/).slice(0, 2);
  return (
    <span className={styles.initials} aria-hidden>
      {words.map((word) => word.charAt(0).toUpperCase())}
    </span>
  );
}
