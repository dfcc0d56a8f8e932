import { Anchor } from '@mantine/core';
import { Link, type LinkProps, useParams } from '@tanstack/react-router';
import { Icon } from '../icon.tsx';
import { lastList, rememberedList } from '../list/list-memory.ts';
import styles from './back-link.module.css';

interface BackLinkProps {
  readonly to: LinkProps['to'];
  /** Another list that leads to the object; the one that was open last is linked. */
  readonly or?: { readonly to: LinkProps['to']; readonly label: string };
  readonly children: string;
}

/** A link from an object to its list, as the list was left. */
export function BackLink({ to, or, children }: BackLinkProps) {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const pathOf = (route: LinkProps['to']) =>
    String(route).replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? '');
  const isOther = or !== undefined && lastList([pathOf(to), pathOf(or.to)]) === pathOf(or.to);
  const target = isOther ? or.to : to;
  return (
    <Anchor
      size="sm"
      className={styles.back}
      renderRoot={(props) => (
        <Link
          to={target}
          params={(current) => current as never}
          search={rememberedList(pathOf(target)) as never}
          {...props}
        />
      )}
    >
      <Icon name="previous" size={14} />
      {isOther ? or.label : children}
    </Anchor>
  );
}
