import { Box, Button, Group, useMatches } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { ActiveFilters, useActiveFilters } from './active-filters.ts';
import styles from './filters.module.css';

interface FiltersProps {
  /** What is filtered, for screen readers: `notices`. */
  readonly of: string;
  /** The search field, which is always in sight. */
  readonly find?: ReactNode;
  readonly children?: ReactNode;
}

/** The filters of a list. In a narrow window they open with one button, and those in force can be removed beside it. */
export function Filters({ of, find, children }: FiltersProps) {
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure();
  const { active, register } = useActiveFilters();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <Group gap="sm" mb="md" align="flex-start" role="search" aria-label={`Filter ${of}`}>
      {find}
      {children && (
        <>
          {isNarrow && (
            <Group gap="xs" w="100%">
              <Button
                ref={button}
                variant="default"
                leftSection={<Icon name="filter" size={16} />}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={toggle}
              >
                {active.length > 0 ? `Filters (${active.length})` : 'Filters'}
              </Button>
              {!isOpen &&
                active.map(({ text, remove }) => (
                  <Button
                    key={text}
                    variant="light"
                    size="compact-sm"
                    maw="100%"
                    aria-label={`Remove filter: ${text}`}
                    rightSection={<span aria-hidden>×</span>}
                    onClick={() => {
                      remove();
                      button.current?.focus();
                    }}
                  >
                    {text}
                  </Button>
                ))}
            </Group>
          )}
          <Box id={id} className={styles.fields} data-open={isOpen || undefined}>
            <ActiveFilters value={register}>{children}</ActiveFilters>
          </Box>
        </>
      )}
    </Group>
  );
}
