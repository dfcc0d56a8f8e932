import { Button, Menu } from '@mantine/core';
import { servicePath } from '../../../base-path.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import type { AuditFilter } from './queries.ts';

/** Exports all entries that match the filters. */
export function ExportMenu({ filter: { after: _, limit: __, ...filter } }: { readonly filter: AuditFilter }) {
  const { workspaceId } = useWorkspace();
  const query = new URLSearchParams(filter as Record<string, string>).toString();
  const address = (format: string) =>
    `${servicePath}/api/admin/v1/workspaces/${workspaceId}/audit-log.${format}${query && `?${query}`}`;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default">Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address('csv')} download>
          CSV
        </Menu.Item>
        <Menu.Item component="a" href={address('json')} download>
          JSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
