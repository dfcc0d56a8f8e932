import { textOf } from './error-code.ts';

/** Seconds, or a timestamp. */
export function readTime(value: unknown): Date | null {
  const time = typeof value === 'number' ? value * 1_000 : Date.parse(textOf(value));
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date;
}
