import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './back-link.module.css';
import { Icon } from './icon.tsx';

/** A link from an object to its list. */
export function BackLink({ to, children }: { readonly to: LinkProps['to']; readonly children: string }) {
  return (
    <Anchor
      size="sm"
      className={styles.back}
      renderRoot={(props) => <Link to={to} params={(params) => params as never} {...props} />}
    >
      <Icon name="previous" size={14} />
      {children}
    </Anchor>
  );
}
