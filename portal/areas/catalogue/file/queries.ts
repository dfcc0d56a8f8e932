import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, dataWithTag } from '../../../api/client.ts';
import { servicePath } from '../../../base-path.ts';
import { productsKey } from '../queries.ts';

const cataloguePath = '/api/admin/v1/workspaces/{workspaceId}/catalogue' as const;

/** The download URL. A download is an export, in the audit log. */
export const fileAddress = (workspaceId: string) =>
  `${servicePath}${cataloguePath.replace('{workspaceId}', workspaceId)}/file`;

export function catalogueFileQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...productsKey(workspaceId), 'file'],
    queryFn: () =>
      dataOf(
        api.GET(`${cataloguePath}/file`, {
          params: { path: { workspaceId }, query: { purpose: 'view' } },
          parseAs: 'text',
        }),
      ),
  });
}

/** Plans a file: changes, base version and impact. */
export async function planFile(workspaceId: string, file: string) {
  const request = { params: { path: { workspaceId } }, body: { file } };
  const [plan, impact] = await Promise.all([
    dataWithTag(api.POST(`${cataloguePath}/plan`, request)),
    dataOf(api.POST(`${cataloguePath}/impact`, request)),
  ]);
  return { ...plan.value, file, tag: plan.tag, impact };
}

export type FilePlan = Awaited<ReturnType<typeof planFile>>;

/** Applies only to the planned version, with the losses that were shown. */
export function applyFile(workspaceId: string, plan: FilePlan, reason: string | undefined) {
  const { file, tag, archive, remove } = plan;
  return dataOf(
    api.POST(`${cataloguePath}/apply`, {
      params: { path: { workspaceId }, header: { 'if-match': tag } },
      body: { file, archive, remove, ...(reason !== undefined && { reason }) },
    }),
  );
}
