import type { Answer } from '../entra/answer.ts';
import { isGuid } from '../entra/guid.ts';
import { BEHAVIOUR_KINDS, type Behaviour, type Behaviours, isBehaviourKind } from './behaviour.ts';
import type { UserRegister } from './directory.ts';

export interface Controls {
  readonly register: UserRegister;
  readonly behaviours: Behaviours;
  readonly requests: ReadonlyMap<string, number>;
}

export interface ControlRequest {
  readonly method: string;
  /** What follows `/_emulator/`. */
  readonly command: string;
  readonly query: URLSearchParams;
}

/** For a person or a script that drives a demonstration. It works whatever the behaviour is. */
export function answerControl(request: ControlRequest, controls: Controls): Answer {
  const { behaviours } = controls;
  switch (`${request.method} ${request.command}`) {
    case 'GET state':
      return {
        status: 200,
        body: {
          behaviours: behaviours.contents(),
          users: controls.register.contents().users,
          requests: Object.fromEntries(controls.requests),
        },
      };
    case 'POST behaviour': {
      const tenantId = request.query.get('tenant') ?? undefined;
      const behaviour = readBehaviour(request.query);
      if (typeof behaviour === 'string') return { status: 400, body: { error: behaviour } };
      if (tenantId !== undefined && !isGuid(tenantId)) {
        return { status: 400, body: { error: 'tenant must be a tenant id' } };
      }
      behaviours.set(behaviour, tenantId);
      return { status: 200, body: { behaviours: behaviours.contents() } };
    }
    default:
      return { status: 404, body: { error: 'no such command' } };
  }
}

/** The behaviour, or what is wrong with it. */
function readBehaviour(query: URLSearchParams): Behaviour | string {
  const kind = query.get('kind');
  if (!isBehaviourKind(kind)) return `kind must be one of ${BEHAVIOUR_KINDS.join(', ')}`;
  const numbers: Record<string, number> = {};
  for (const name of ['delayMilliseconds', 'retryAfterSeconds', 'times']) {
    const text = query.get(name);
    if (text === null) continue;
    if (!/^\d{1,6}$/.test(text)) return `${name} must be a whole number`;
    numbers[name] = Number(text);
  }
  return numbers.times === 0 ? 'times must be at least 1' : { kind, ...numbers };
}
