import type { Answer } from './answer.ts';
import type { Register } from './directory.ts';
import type { KeyRing } from './key-ring.ts';
import { isOutage, OUTAGES, type Outage } from './outage.ts';

export interface Controls {
  readonly register: Register;
  readonly keys: KeyRing;
  readonly requests: ReadonlyMap<string, number>;
  outage: Outage;
}

export interface ControlRequest {
  readonly method: string;
  /** What follows `/_emulator/`. */
  readonly command: string;
  readonly query: URLSearchParams;
}

/** For a person or a script that drives a demonstration. It works through every outage. */
export async function answerControl(request: ControlRequest, controls: Controls): Promise<Answer> {
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
    default:
      return { status: 404, body: { error: 'no such command' } };
  }
}

function describe({ register, keys, requests, outage }: Controls): object {
  const { tenants, apis, applications } = register.contents();
  return {
    outage,
    keys: keys.publishedKeyIds(),
    tenants,
    apis,
    applications: applications.map(({ secrets, ...rest }) => ({ ...rest, secrets: secrets.length })),
    requests: Object.fromEntries(requests),
  };
}
