import { withDeadline } from '../../async/deadline.ts';
import { singleFlight } from '../../async/single-flight.ts';
import { type Severity, worstSeverity } from '../../core/operations/readiness.ts';

/** One named reason for which a node may be unfit for requests. */
export interface ReadinessCheck {
  readonly name: string;
  /** Every state that the check can find, and what it means for the node. */
  readonly states: Readonly<Record<string, Severity>>;
  /** Finds one of the states. When it fails, or takes too long, the state is `unknown`. */
  examine(): string | Promise<string>;
}

export interface Readiness {
  readonly status: Severity;
  readonly checks: Readonly<Record<string, string>>;
}

const unknown = 'unknown';
const patienceMilliseconds = 3_000;

export function statesOf({ states }: ReadinessCheck): readonly string[] {
  return [...Object.keys(states), unknown];
}

/** Runs all checks side by side. Probes that overlap share one run: anybody may ask, and asking costs queries. */
export function createReadiness(
  checks: readonly ReadinessCheck[],
  onFailure: (check: string, error: unknown) => void,
): () => Promise<Readiness> {
  const examine = async (check: ReadinessCheck): Promise<string> => {
    try {
      return await withDeadline(
        { milliseconds: patienceMilliseconds },
        async () => check.examine(),
        () => unknown,
      );
    } catch (error) {
      onFailure(check.name, error);
      return unknown;
    }
  };
  return singleFlight(async (): Promise<Readiness> => {
    const found = await Promise.all(checks.map(examine));
    return {
      status: worstSeverity(checks.map(({ states }, index) => states[found[index] ?? ''] ?? 'unavailable')),
      checks: Object.fromEntries(checks.map(({ name }, index) => [name, found[index] ?? unknown])),
    };
  });
}
