import type { Fault } from '../shell/faults.ts';

/** 503, 429, no answer, or a dropped connection. */
export const entraFaultKinds = ['unavailable', 'throttled', 'hanging', 'reset'] as const;

/** Every request meets it, whatever its path. */
export type EntraFault = Fault<(typeof entraFaultKinds)[number]>;
