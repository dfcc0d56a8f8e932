import { Anchor } from '@mantine/core';
import { Link, type LinkProps, useParams } from '@tanstack/react-router';
import styles from './back-link.module.css';
import { Icon } from './icon.tsx';
import { rememberedList } from './list/list-memory.ts';

/** A link from an object to its list, as the list was left. */
export function BackLink({ to, children }: { readonly to: LinkProps['to']; readonly children: string }) {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const path = String(to).replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? '');
  return (
    <Anchor
      size="sm"
      className={styles.back}
      renderRoot={(props) => (
        <Link
          to={to}
          params={(current) => current as never}
          search={rememberedList(path) as never}
          {...props}
        />
      )}
    >
      <Icon name="previous" size={14} />
      {children}
    </Anchor>
  );
}
