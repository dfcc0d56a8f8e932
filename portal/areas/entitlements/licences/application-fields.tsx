import { TextInput } from '@mantine/core';

export interface ApplicationText {
  readonly clientId: string;
  readonly clientSecret: string;
}

export const applicationFields = ['clientId', 'clientSecret'];

interface ApplicationFieldsProps {
  readonly text: ApplicationText;
  readonly onType: (changes: Partial<ApplicationText>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** The application that reads licences, and its secret. */
export function ApplicationFields({ text, onType, errors }: ApplicationFieldsProps) {
  return (
    <>
      <TextInput
        label="Client id"
        description="Of the application that customers let read their licences"
        autoComplete="off"
        value={text.clientId}
        onChange={({ currentTarget }) => onType({ clientId: currentTarget.value })}
        error={errors.clientId}
      />
      <TextInput
        label="Secret"
        type="password"
        description="It is never shown again."
        autoComplete="off"
        value={text.clientSecret}
        onChange={({ currentTarget }) => onType({ clientSecret: currentTarget.value })}
        error={errors.clientSecret}
      />
    </>
  );
}
