/**
 * What a request can meet: the usual answer, the usual answer late, an empty list whatever the user holds, 429, 503,
 * no answer at all, a dropped connection, 401 as if the token were no good, 403 as if nobody had consented, or the
 * page of a proxy that stands in the way.
 */
export const BEHAVIOUR_KINDS = [
  'normal',
  'slow',
  'empty',
  'throttled',
  'down',
  'hanging',
  'resetting',
  'unauthenticated',
  'unconsented',
  'garbled',
] as const;

export type BehaviourKind = (typeof BEHAVIOUR_KINDS)[number];

export interface Behaviour {
  readonly kind: BehaviourKind;
  /** How late everything but a `normal` answer is; a second for `slow`, else nothing. */
  readonly delayMilliseconds?: number;
  /** What `throttled` asks for; a second. */
  readonly retryAfterSeconds?: number;
  /** How many requests meet it before it is over; all, when not given. */
  readonly times?: number;
}

export function isBehaviourKind(value: unknown): value is BehaviourKind {
  return BEHAVIOUR_KINDS.some((kind) => kind === value);
}

export interface Behaviours {
  /** For one tenant, or for all that have none of their own. `normal` for all ends every tenant's as well. */
  set(behaviour: Behaviour, tenantId?: string): void;
  /** What the next request meets. */
  next(tenantId: string | undefined): Behaviour;
  contents(): Readonly<Record<string, Behaviour>>;
}

const EVERYBODY = 'everybody';

export function createBehaviours(): Behaviours {
  const behaviours = new Map<string, Behaviour>();
  return {
    set(behaviour, tenantId) {
      if (behaviour.kind !== 'normal') behaviours.set(tenantId?.toLowerCase() ?? EVERYBODY, behaviour);
      else if (tenantId === undefined) behaviours.clear();
      else behaviours.delete(tenantId.toLowerCase());
    },
    next(tenantId) {
      const whose = tenantId !== undefined && behaviours.has(tenantId) ? tenantId : EVERYBODY;
      const behaviour = behaviours.get(whose);
      if (!behaviour) return { kind: 'normal' };
      if (behaviour.times !== undefined) {
        if (behaviour.times > 1) behaviours.set(whose, { ...behaviour, times: behaviour.times - 1 });
        else behaviours.delete(whose);
      }
      return behaviour;
    },
    contents: () => Object.fromEntries(behaviours),
  };
}
