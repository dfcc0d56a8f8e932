import { type ComboboxItem, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerNamesQuery } from '../../api/customer-names.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { isUuid } from '../uuid.ts';
import { useCustomerName } from './use-customer-name.ts';

interface CustomerFieldProps
  extends Pick<SelectProps, 'description' | 'error' | 'size' | 'w' | 'onFocus' | 'onBlur'> {
  readonly label?: string;
  readonly placeholder?: string;
  /** For a dialog that begins with this field. */
  readonly 'data-autofocus'?: boolean;
  /** A tenant id. */
  readonly value?: string | undefined;
  readonly onChange: (tenantId: string | undefined) => void;
}

const maxTyped = 320;

/** Chooses a customer by name, e-mail address of a member, account number or tenant id; a pasted tenant id need not be known. */
export function CustomerField({
  label = 'Customer',
  placeholder = 'Name, e-mail address or tenant id',
  value,
  onChange,
  ...props
}: CustomerFieldProps) {
  const { workspaceId } = useWorkspace();
  const [typed, setTyped] = useState('');
  const [isUsed, setUsed] = useState(false);
  const chosenLabel = useCustomerName(value) ?? '';
  // The field shows the name of the choice; nobody searches for it.
  const wanted = typed === chosenLabel ? '' : typed.trim().slice(0, maxTyped);
  const [search] = useDebouncedValue(wanted, 200);
  const found = useQuery({
    ...customerNamesQuery(workspaceId, search),
    enabled: isUsed && search === wanted,
  });
  // What was found for an earlier text cannot be chosen.
  const customers = search === wanted ? found.data : undefined;
  const choices: ComboboxItem[] = (customers ?? [])
    .filter(({ tenantId }) => tenantId !== value)
    .map(({ tenantId, name }) => ({ value: tenantId, label: name ?? tenantId }));
  if (value !== undefined) choices.unshift({ value, label: chosenLabel });
  return (
    <Select
      {...props}
      label={label}
      placeholder={placeholder}
      title={chosenLabel || undefined}
      data={choices}
      value={value ?? null}
      onChange={(tenantId) => onChange(tenantId ?? undefined)}
      onDropdownOpen={() => setUsed(true)}
      searchable
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        if (isUuid(text.trim()) && text.trim() !== value) onChange(text.trim().toLowerCase());
      }}
      // The service has searched. The choice stays in the data for its name.
      filter={({ options }) => options.filter((option) => !('value' in option) || option.value !== value)}
      selectFirstOptionOnChange={search !== ''}
      // A dialog that begins with this field does not begin with its list.
      openOnFocus={false}
      comboboxProps={{ width: 304, position: 'bottom-start' }}
      nothingFoundMessage={found.isFetching || search !== wanted ? 'Searching …' : 'No customer found'}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the customer' }}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.label}</Text>
          {option.label !== option.value && <Text size="xs">{option.value}</Text>}
        </div>
      )}
    />
  );
}
