import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type NumberRule, numberError } from './number-error.ts';

type NumberFieldProps = Omit<
  NumberInputProps,
  'clampBehavior' | 'allowDecimal' | 'allowNegative' | 'decimalScale' | 'min' | 'max'
> &
  NumberRule;

/** A number input that shows a validation error and never clamps the value. */
export function NumberField({ min, max, decimals, error, ...props }: NumberFieldProps) {
  return (
    <NumberInput
      {...props}
      clampBehavior="none"
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      error={numberError(props.value, { min, max, decimals }) ?? error}
    />
  );
}
