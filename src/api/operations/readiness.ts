import { cachedFor } from '../../async/cached-for.ts';
import { withDeadline } from '../../async/deadline.ts';
import { singleFlight } from '../../async/single-flight.ts';
import { type Severity, worstSeverity } from '../../core/operations/worker-health.ts';

/** One condition of a node's readiness for requests. */
export interface ReadinessCheck {
  readonly name: string;
  /** Every possible result of the check, with its severity. */
  readonly states: Readonly<Record<string, Severity>>;
  /** Its result is cached for a second, because the endpoint is public. */
  readonly costsQueries?: true;
  /** Returns one of the states. A failure or a timeout is `unknown`. */
  examine(): string | Promise<string>;
}

export interface Readiness {
  readonly status: Severity;
  readonly checks: Readonly<Record<string, string>>;
}

const unknown = 'unknown';
const timeoutMilliseconds = 3_000;
const cachedMilliseconds = 1_000;

export function statesOf({ states }: ReadinessCheck): readonly string[] {
  return [...Object.keys(states), unknown];
}

/** Runs all checks in parallel. Concurrent probes share one run. */
export function createReadiness(
  checks: readonly ReadinessCheck[],
  onFailure: (check: string, error: unknown) => void,
): () => Promise<Readiness> {
  const examine = async (check: ReadinessCheck): Promise<string> => {
    try {
      return await withDeadline(
        { milliseconds: timeoutMilliseconds },
        async () => check.examine(),
        () => unknown,
      );
    } catch (error) {
      onFailure(check.name, error);
      return unknown;
    }
  };
  const probes = checks.map((check) => {
    const probe = () => examine(check);
    return check.costsQueries ? cachedFor(cachedMilliseconds, probe) : probe;
  });
  return singleFlight(async (): Promise<Readiness> => {
    const found = await Promise.all(probes.map((probe) => probe()));
    return {
      status: worstSeverity(checks.map(({ states }, index) => states[found[index] ?? ''] ?? 'unavailable')),
      checks: Object.fromEntries(checks.map(({ name }, index) => [name, found[index] ?? unknown])),
    };
  });
}
