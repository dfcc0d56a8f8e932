import { Button, Menu } from '@mantine/core';
import { fileAddress } from '../../../api/file-address.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import type { AuditFilter } from './queries.ts';

/** Exports all entries that match the filters. */
export function ExportMenu({ filter: { after: _, limit: __, ...filter } }: { readonly filter: AuditFilter }) {
  const { workspaceId } = useWorkspace();
  const address = (format: string) => fileAddress(workspaceId, `audit-log.${format}`, filter);
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
