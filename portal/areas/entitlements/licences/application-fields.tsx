import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

export interface ApplicationText {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface ApplicationFieldsProps {
  /** `form.getInputProps` */
  readonly field: (name: keyof ApplicationText) => GetInputPropsReturnType;
}

/** The application that reads licences, and its secret. */
export function ApplicationFields({ field }: ApplicationFieldsProps) {
  return (
    <>
      <TextInput
        label="Client id"
        description="Of the application that reads licences with the customers’ consent"
        {...field('clientId')}
      />
      <TextInput
        label="Secret"
        type="password"
        description="It is never shown again."
        {...field('clientSecret')}
      />
    </>
  );
}
