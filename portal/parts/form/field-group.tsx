import { Fieldset } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './field-group.module.css';

interface FieldGroupProps {
  readonly legend: string;
  readonly children: ReactNode;
}

/** Several fields under one label. */
export function FieldGroup({ legend, children }: FieldGroupProps) {
  return (
    <Fieldset legend={legend} variant="unstyled" classNames={styles}>
      {children}
    </Fieldset>
  );
}
