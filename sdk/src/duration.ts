import { TesseraConfigurationError } from './errors.ts';
import type { Duration } from './types.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In milliseconds. */
export function milliseconds(option: string, duration: Duration): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(String(duration)) ?? [];
  const value = typeof duration === 'number' ? duration : Number(number) * (units[unit] ?? Number.NaN);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new TesseraConfigurationError(
    `${option} is "${duration}": use milliseconds, or a number with ms, s, m, h or d, such as '30s'.`,
  );
}
