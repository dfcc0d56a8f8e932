/** What the state of one check means for the node: it works, it works in part, or it must get no requests. */
export type Severity = 'ok' | 'degraded' | 'unavailable';

const order: readonly Severity[] = ['ok', 'degraded', 'unavailable'];

/** A node is as ready as its worst check. */
export function worstSeverity(severities: readonly Severity[]): Severity {
  return order[Math.max(0, ...severities.map((severity) => order.indexOf(severity)))] ?? 'ok';
}
