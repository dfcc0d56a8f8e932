import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../../session/workspace.ts';
import { EditMapping } from './edit-mapping.tsx';
import { mappingQuery } from './queries.ts';

interface OpenedMappingProps {
  readonly mappingId: string;
  readonly onClose: () => void;
}

/** The mapping that a link to this page names, opened for editing. */
export function OpenedMapping({ mappingId, onClose }: OpenedMappingProps) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(mappingQuery(workspaceId, mappingId));
  return data && <EditMapping mapping={data} onClose={onClose} />;
}
