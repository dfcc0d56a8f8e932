import { Radio, Stack } from '@mantine/core';
import type { ComponentProps } from 'react';
import { roleLabels } from './queries.ts';

type RoleFieldProps = Pick<ComponentProps<typeof Radio.Group>, 'value' | 'onChange' | 'error'> & {
  readonly description?: string;
};

/** The roles with their permissions. */
export function RoleField({
  value,
  onChange,
  error,
  description = 'What the member may change',
}: RoleFieldProps) {
  return (
    <Radio.Group label="Role" description={description} value={value} onChange={onChange} error={error}>
      <Stack gap={8} mt="xs">
        {Object.entries(roleLabels).map(([role, label]) => (
          <Radio key={role} value={role} label={role} description={label} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
