import { servicePath } from '../base-path.ts';

/** The address of a file of the workspace, such as `customers.csv`, with the filters of its list. */
export function fileAddress(
  workspaceId: string,
  file: string,
  filter: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(filter).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `${servicePath}/api/admin/v1/workspaces/${workspaceId}/${file}${query}`;
}
