import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type NumberRule, numberTrouble } from './number-trouble.ts';

type NumberFieldProps = Omit<
  NumberInputProps,
  'clampBehavior' | 'allowDecimal' | 'allowNegative' | 'decimalScale' | 'min' | 'max'
> &
  NumberRule;

/** Takes what is typed as it is and says what is wrong with it: it never puts another number in its place. */
export function NumberField({ min, max, decimals, error, ...props }: NumberFieldProps) {
  return (
    <NumberInput
      {...props}
      clampBehavior="none"
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      error={numberTrouble(props.value, { min, max, decimals }) ?? error}
    />
  );
}
