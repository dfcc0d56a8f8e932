import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { productsKey } from '../../catalogue/queries.ts';
import { EditMapping } from './edit-mapping.tsx';
import { planMappingPath } from './queries.ts';

interface OpenedMappingProps {
  readonly mappingId: string;
  readonly onClose: () => void;
}

/** The mapping that a link to this page names, opened for editing. */
export function OpenedMapping({ mappingId, onClose }: OpenedMappingProps) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery({
    queryKey: [...productsKey(workspaceId), 'mappings', 'one', mappingId],
    queryFn: () => dataOf(api.GET(planMappingPath, { params: { path: { workspaceId, mappingId } } })),
  });
  return data && <EditMapping mapping={data} onClose={onClose} />;
}
