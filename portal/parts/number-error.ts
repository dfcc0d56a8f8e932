export interface NumberRule {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** How many decimals it may have; 0 is a whole number. */
  readonly decimals?: number | undefined;
}

/** What is wrong with a number as it is typed; an empty field is judged by its form. */
export function numberError(
  value: string | number | undefined,
  { min, max, decimals }: NumberRule,
): string | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return 'Must be a number.';
  if (min !== undefined && max !== undefined && (number < min || number > max)) {
    return `Must be from ${min} to ${max}.`;
  }
  if (min !== undefined && number < min) return `Must be ${min} or more.`;
  if (max !== undefined && number > max) return `Must be ${max} or less.`;
  const written = String(value).split('.')[1]?.length ?? 0;
  if (decimals === undefined || written <= decimals) return undefined;
  return decimals === 0 ? 'Must be a whole number.' : `Must have ${decimals} decimals at most.`;
}
