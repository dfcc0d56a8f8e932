import type { ControlRequest } from '../shell/control.ts';
import { answerFaultCommand, type Faults } from '../shell/faults.ts';
import { isGuid } from '../shell/guid.ts';
import { CommandError } from '../shell/read-json.ts';
import type { RequestCounts } from '../shell/request-counts.ts';
import type { EmulatorResponse } from '../shell/response.ts';
import type { UserRegister } from './directory.ts';
import { type GraphFault, graphFaultKinds } from './faults.ts';

export interface Controls {
  readonly register: UserRegister;
  readonly faults: Faults<GraphFault>;
  readonly requests: RequestCounts;
}

export function controlGraph(
  { method, command, query }: ControlRequest,
  { register, faults, requests }: Controls,
): EmulatorResponse | undefined {
  switch (`${method} ${command}`) {
    case 'GET state':
      return {
        status: 200,
        body: {
          faults: faults.list(),
          users: register.contents().users,
          requests: Object.fromEntries(requests.byPath),
        },
      };
    case 'POST faults':
      return answerFaultCommand(query, faults, graphFaultKinds, readScope);
    default:
      return undefined;
  }
}

function readScope(query: URLSearchParams): Pick<GraphFault, 'tenantId'> {
  const tenantId = query.get('tenant');
  if (tenantId === null) return {};
  if (!isGuid(tenantId)) throw new CommandError('tenant must be a tenant id');
  return { tenantId: tenantId.toLowerCase() };
}
