/** The severity of one readiness check: working, partly working, or unfit for requests. */
export type Severity = 'ok' | 'degraded' | 'unavailable';

const order: readonly Severity[] = ['ok', 'degraded', 'unavailable'];

export function worstSeverity(severities: readonly Severity[]): Severity {
  return order[Math.max(0, ...severities.map((severity) => order.indexOf(severity)))] ?? 'ok';
}
