import type { Answer } from './answer.ts';
import type { Application, Register } from './directory.ts';
import type { KeyRing } from './key-ring.ts';
import { isOutage, OUTAGES, type Outage } from './outage.ts';
import { readApplication, readTenant, readUser } from './read-entry.ts';
import { InvalidEntry, readMembers } from './read-json.ts';
import type { Grants } from './sign-in/grants.ts';

export interface Controls {
  readonly register: Register;
  readonly keys: KeyRing;
  readonly grants: Grants;
  readonly requests: ReadonlyMap<string, number>;
  outage: Outage;
}

export interface ControlRequest {
  readonly method: string;
  /** What follows `/_emulator/`. */
  readonly command: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** For a person or a script that drives a demonstration. It works through every outage. */
export async function answerControl(request: ControlRequest, controls: Controls): Promise<Answer> {
  try {
    return await carryOut(request, controls);
  } catch (fault) {
    if (fault instanceof InvalidEntry) return { status: 400, body: { error: fault.message } };
    throw fault;
  }
}

async function carryOut(request: ControlRequest, controls: Controls): Promise<Answer> {
  const { register } = controls;
  const registered = <Entry>(entry: Entry, add: (entry: Entry) => void): Answer => {
    add(entry);
    return { status: 200, body: entry };
  };
  switch (`${request.method} ${request.command}`) {
    case 'GET state':
      return { status: 200, body: describe(controls) };
    case 'POST rotate-keys':
      await controls.keys.rotate(request.query.get('withdraw') === 'true');
      return { status: 200, body: { keys: controls.keys.publishedKeyIds() } };
    case 'POST outage': {
      const kind = request.query.get('kind');
      if (!isOutage(kind))
        return { status: 400, body: { error: `kind must be one of ${OUTAGES.join(', ')}` } };
      controls.outage = kind;
      return { status: 200, body: { outage: kind } };
    }
    case 'POST tenants':
      return registered(readTenant(readMembers(request.body)), register.registerTenant);
    case 'POST users':
      return registered(readUser(readMembers(request.body)), register.registerUser);
    case 'POST applications': {
      const application = readApplication(readMembers(request.body));
      register.registerApplication(application);
      return { status: 200, body: withoutSecrets(application) };
    }
    default:
      return { status: 404, body: { error: 'no such command' } };
  }
}

function describe({ register, keys, requests, outage }: Controls): object {
  const { tenants, apis, applications, users } = register.contents();
  return {
    outage,
    keys: keys.publishedKeyIds(),
    tenants,
    apis,
    applications: applications.map(withoutSecrets),
    users,
    requests: Object.fromEntries(requests),
  };
}

function withoutSecrets({ secrets, ...rest }: Application): object {
  return { ...rest, secrets: secrets.length };
}
