export interface NumberRule {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The maximum number of decimals; 0: a whole number. */
  readonly decimals?: number | undefined;
}

/** The validation error of a typed number; an empty field is left to the form. */
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
