import type { ControlRequest } from '../shell/control.ts';
import { answerFaultCommand, type Faults } from '../shell/faults.ts';
import { readMembers } from '../shell/read-json.ts';
import type { RequestCounts } from '../shell/request-counts.ts';
import type { EmulatorResponse } from '../shell/response.ts';
import type { Application, Register } from './directory.ts';
import { type EntraFault, entraFaultKinds } from './faults.ts';
import type { KeyRing } from './key-ring.ts';
import { readApplication, readTenant, readUser } from './read-entry.ts';
import type { Grants } from './sign-in/grants.ts';

export interface Controls {
  readonly register: Register;
  readonly keys: KeyRing;
  readonly grants: Grants;
  readonly requests: RequestCounts;
  readonly faults: Faults<EntraFault>;
}

export async function controlEntra(
  { method, command, query, body }: ControlRequest,
  controls: Controls,
): Promise<EmulatorResponse | undefined> {
  const { register, keys } = controls;
  const registered = <Entry>(entry: Entry, add: (entry: Entry) => void): EmulatorResponse => {
    add(entry);
    return { status: 200, body: entry };
  };
  switch (`${method} ${command}`) {
    case 'GET state':
      return { status: 200, body: describe(controls) };
    case 'POST rotate-keys':
      await keys.rotate(query.get('withdraw') === 'true');
      return { status: 200, body: { keys: keys.publishedKeyIds() } };
    case 'POST faults':
      return answerFaultCommand(query, controls.faults, entraFaultKinds, () => ({}));
    case 'POST tenants':
      return registered(readTenant(readMembers(body)), register.registerTenant);
    case 'POST users':
      return registered(readUser(readMembers(body)), register.registerUser);
    case 'POST applications': {
      const application = readApplication(readMembers(body));
      register.registerApplication(application);
      return { status: 200, body: withoutSecrets(application) };
    }
    default:
      return undefined;
  }
}

function describe({ register, keys, requests, faults }: Controls): object {
  const { tenants, apis, applications, users } = register.contents();
  return {
    faults: faults.list(),
    keys: keys.publishedKeyIds(),
    tenants,
    apis,
    applications: applications.map(withoutSecrets),
    users,
    requests: Object.fromEntries(requests.byPath),
  };
}

function withoutSecrets({ secrets, ...rest }: Application): object {
  return { ...rest, secrets: secrets.length };
}
