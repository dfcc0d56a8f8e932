import { Button, Menu } from '@mantine/core';
import { fileAddress } from '../../../api/file-address.ts';
import { MenuDownload } from '../../../parts/actions-menu.tsx';
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
        <MenuDownload href={address('csv')}>CSV</MenuDownload>
        <MenuDownload href={address('json')}>JSON</MenuDownload>
      </Menu.Dropdown>
    </Menu>
  );
}
