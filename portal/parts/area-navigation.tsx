import { Link, type LinkProps } from '@tanstack/react-router';
import { useWorkspace } from '../session/workspace.ts';
import styles from './area-navigation.module.css';

interface AreaNavigationProps {
  /** The name of the area: `Webhooks`. */
  readonly of: string;
  readonly links: readonly { readonly name: string; readonly to: NonNullable<LinkProps['to']> }[];
}

/** Links to the pages of an area, below its heading. */
export function AreaNavigation({ of, links }: AreaNavigationProps) {
  const { slug } = useWorkspace();
  return (
    <nav aria-label={of} className={styles.places}>
      {links.map(({ name, to }) => (
        <Link
          key={to}
          to={to}
          params={{ workspace: slug } as never}
          className={styles.place}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
