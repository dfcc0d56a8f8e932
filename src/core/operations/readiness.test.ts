import { expect, it } from 'vitest';
import { type Severity, worstSeverity } from './worker-health.ts';

it.each<[Severity[], Severity]>([
  [[], 'ok'],
  [['ok', 'ok'], 'ok'],
  [['ok', 'degraded'], 'degraded'],
  [['degraded', 'unavailable', 'ok'], 'unavailable'],
])('%j makes a node %s', (severities, expected) => {
  expect(worstSeverity(severities)).toBe(expected);
});
