import { ActionIcon, Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FieldGroup } from '../../../parts/form/field-group.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { NameAndId } from '../name-and-id.tsx';
import styles from './first-capabilities.module.css';
import { type NewCapability, noCapability } from './new-capability.ts';

interface FirstCapabilitiesProps {
  readonly capabilities: readonly NewCapability[];
  /** Of the form: `capabilities.0.key`. */
  readonly errors: Readonly<Record<string, unknown>>;
  readonly onChange: (capabilities: NewCapability[]) => void;
}

/** The capabilities that the first plan of a product begins with. Blank rows are left out. */
export function FirstCapabilities({ capabilities, errors, onChange }: FirstCapabilitiesProps) {
  const [hasAdded, setHasAdded] = useState(false);
  return (
    <FieldGroup legend="Capabilities of the plan">
      <Stack gap="xs" align="stretch">
        <Text size="xs" c="dimmed">
          What the plan turns on. The name is for people; applications read the key, which cannot change
          later.
        </Text>
        {capabilities.map((capability, index) => (
          <Row
            key={index}
            position={index}
            capability={capability}
            takesFocus={hasAdded}
            errors={errors}
            onChange={(changed) => onChange(capabilities.with(index, changed))}
            onRemove={() => onChange(capabilities.toSpliced(index, 1))}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          className={styles.add}
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => {
            setHasAdded(true);
            onChange([...capabilities, noCapability]);
          }}
        >
          Add capability
        </Button>
      </Stack>
    </FieldGroup>
  );
}

interface RowProps {
  readonly position: number;
  readonly capability: NewCapability;
  /** A row that a person has just added. */
  readonly takesFocus: boolean;
  readonly errors: Readonly<Record<string, unknown>>;
  readonly onChange: (capability: NewCapability) => void;
  readonly onRemove: () => void;
}

function Row({ position, capability: { name, key }, takesFocus, errors, onChange, onRemove }: RowProps) {
  const [isNew] = useState(takesFocus);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) first.current?.focus();
  }, [isNew]);
  const errorOf = (field: string) => errors[`capabilities.${position}.${field}`] as string | undefined;
  return (
    <div className={styles.row}>
      <NameAndId
        size="xs"
        name={name}
        id={key}
        onChange={(named, id) => onChange({ name: named, key: id })}
        nameField={{
          label: 'Capability',
          placeholder: 'Export to PDF',
          maxLength: 100,
          ref: first,
          error: errorOf('name'),
        }}
        idField={{ label: 'Key', placeholder: 'export-to-pdf', maxLength: 100, error: errorOf('key') }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-xs"
        mt="1.375rem"
        aria-label={`Remove capability ${position + 1}`}
        onClick={onRemove}
      >
        <Icon name="remove" size={16} />
      </ActionIcon>
    </div>
  );
}
