import type { Tracing } from './tracing.ts';

/** Loads OpenTelemetry only if traces are on. */
export async function startTracing(
  isOn: boolean,
  onFailure: (error: unknown) => void,
): Promise<Tracing | null> {
  if (!isOn) return null;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing(onFailure);
}
